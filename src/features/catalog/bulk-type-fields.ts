import type { Actor } from '../../kit/actor.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError, invalid, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { authorizeActor } from '../../kit/http/access.ts';
import { type ColumnField, isUnique } from '../../kit/resource/fields.ts';
import type { Input, Register } from '../../kit/resource/register.ts';
import { assetNumberOf } from './queries.ts';

/** Fields whose values differ between assets, so that a bulk edit cannot set them. */
const SINGULAR = new Set(['hostname', 'machinenumber', 'windowsname']);

/** Returns the own fields of an asset type that a bulk edit sets, by name. */
export function listBulkTypeFields({ asset, fields }: Register): Map<string, ColumnField> {
  const settable = Object.entries(fields).flatMap(([name, field]) => {
    if (!asset || field.place !== 'column' || field.writable !== 'always') return [];
    const isSingular = isUnique(field) || SINGULAR.has(name) || name === asset.numberedBy;
    const isPlain = field.kind !== 'secret' && field.kind !== 'json';
    return isPlain && !isSingular ? [[name, field] as const] : [];
  });
  return new Map(settable);
}

/** Reports whether an asset type has a field of this name that a bulk edit sets. */
export const isBulkTypeField = (host: Host, name: string): boolean =>
  host.registers.all().some((register) => listBulkTypeFields(register).has(name));

/**
 * Returns the register of an asset type whose fields a bulk edit sets. Throws 400 for another register, and
 * 403 when the actor may not change its records.
 */
export function findBulkRegister(host: Host, actor: Actor, name: string): Register {
  const register = host.registers.has(name) ? host.registers.get(name) : undefined;
  if (!register?.asset) throw invalid('register', `${name} is no register of an asset type.`);
  authorizeActor(actor, register.can.edit, true);
  return register;
}

/** Returns the validated changes of fields of the type. Throws 400 that names each invalid field. */
export function parseTypeChanges(
  host: Host,
  register: Register | undefined,
  changes: Input,
  path = 'changes.',
): Input {
  const fields = register ? listBulkTypeFields(register) : new Map<string, ColumnField>();
  const shape = register ? host.resource(register).schemas.update.unwrap().shape : {};
  const parsed = Object.entries(changes).map(([name, value]) => {
    if (!fields.has(name))
      throw invalid('register', `${name} is a field of one asset type. Enter the register of that type.`);
    return { name, result: shape[name]!.safeParse(value) };
  });
  const issues = parsed.flatMap(({ name, result }) =>
    result.success
      ? []
      : result.error.issues.map(({ message }: { message: string }) => ({ path: path + name, message })),
  );
  if (issues.length > 0) throw invalidFields(issues);
  return Object.fromEntries(parsed.map(({ name, result }) => [name, result.data]));
}

/** Runs a change of one asset. An error of the input names the asset and the field. */
export function withAssetName<T>(tx: Tx, assetid: number, change: () => T): T {
  try {
    return change();
  } catch (error) {
    const issues = error instanceof AppError && error.status === 400 ? error.details?.issues : undefined;
    const [first] = (issues ?? []) as { path: string; message: string }[];
    if (!first) throw error;
    const name = assetNumberOf.get(tx, { assetid })?.assetnumber;
    throw invalid(
      /^(changes|append)\./.test(first.path) ? first.path : `changes.${first.path}`,
      `${name}: ${first.message}`,
    );
  }
}
