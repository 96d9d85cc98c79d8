import type { Actor } from '../../kit/actor.ts';
import { invalid } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { authorizeActor } from '../../kit/http/access.ts';
import { type Input, isImportable, isSameAssetType, type Register } from '../../kit/resource/register.ts';
import type { Resource } from '../../kit/resource/resource.ts';
import { assetTypeNamed } from '../catalog/index.ts';
import { type AddedColumn, listAddedColumns } from './added-columns.ts';

/** The register into which the rows of a file are imported. */
export interface ImportTarget {
  /** The target as the caller named it. */
  name: string;
  register: Register;
  resource: Resource;
  /** Values of every row: the asset type, if the target is a type that no plugin extends. */
  fixed: Input;
  /** The columns that features add to the fields of the register. */
  added: readonly AddedColumn[];
}

/**
 * Returns the target with this name: a path segment such as `vendors` or `computers/types`, or an asset type.
 * Throws 400 when there is none, and for a list without imports.
 */
export function resolveTarget(host: Host, name: string): ImportTarget {
  const path = `/${name.trim().replace(/^\//, '')}`;
  const register = host.registers.all().find((one) => one.path === path || `/${one.name}` === path);
  if (register && isImportable(register))
    return {
      name,
      register,
      resource: host.resource(register),
      fixed: {},
      added: listAddedColumns(host, register, register.asset?.type),
    };
  const type = register ? undefined : assetType(host, name.trim());
  if (!type)
    throw invalid('target', 'Name an asset type, such as Computer, or a list, such as vendors or locations.');
  const own = host.registers
    .all()
    .find((one) => one.asset && isSameAssetType(one.asset.type, type.assettype));
  const used = own ?? host.registers.get('assets');
  return {
    name,
    register: used,
    resource: host.resource(used),
    fixed: own ? {} : { assettypeid: type.assettypeid },
    added: listAddedColumns(host, used, type.assettype),
  };
}

const assetType = (host: Host, name: string) =>
  host.db.read((reader) => assetTypeNamed.get(reader, { assettype: name }));

/** Throws 401 or 403 unless the caller may create and change records of the register. */
export function refuseUnauthorized(actor: Actor, register: Register): void {
  authorizeActor(actor, register.can.create);
  authorizeActor(actor, register.can.edit);
}

/** Returns the names of the registers into which the caller may import. */
export function listImportableRegisters(host: Host, actor: Actor): string[] {
  const may = (register: Register) => {
    try {
      refuseUnauthorized(actor, register);
      return true;
    } catch {
      return false;
    }
  };
  return host.registers
    .all()
    .filter((register) => isImportable(register) && may(register))
    .map(({ name }) => name);
}
