import { type Actor, canSeePersonalData } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { forbidden, isAuthorized } from '../../kit/http/access.ts';
import { type Register, searchKindOf } from '../../kit/resource/register.ts';
import { allFieldsOf, type Registers } from '../../kit/resource/registers.ts';
import { searchLocationOf } from '../../kit/resource/search-location.ts';
import type { SearchKey } from '../../kit/search/field-tags.ts';
import type { ValueKey } from '../../kit/search/value-key.ts';
import { listVisibleKinds } from './search.ts';

/** The records that a search covers, and the keys that it understands. */
export interface SearchScope {
  kinds: readonly number[];
  /** True leaves personal texts out. */
  impersonal: boolean;
  /** The keys of texts and of values. */
  keys: readonly SearchKey[];
  /** The keys with few possible values. */
  choices: readonly ValueKey[];
  /** The type of all assets in the list; undefined for any other search. */
  assettype: string | undefined;
}

/**
 * Returns the scope of the search in the list of a register, or of the global search without one. Throws 404
 * for an unknown register and 403 when the caller may not read it.
 */
export function readSearchScope(
  host: Host,
  reader: Reader,
  actor: Actor,
  list: string | undefined,
): SearchScope {
  const register = list === undefined ? undefined : findRegister(host, actor, list);
  const kinds = register ? kindsOf(host, register) : listVisibleKinds(host, actor);
  const impersonal = !canSeePersonalData(actor);
  const foreign = register ? foreignFieldsOf(host.registers, register) : new Set<string>();
  const isKnown = ({ field, isPersonal }: SearchKey) => !foreign.has(field) && !(impersonal && isPersonal);
  const values = host.search.listValueKeys(reader, kinds).filter(isKnown);
  const keys = [...host.search.listKeys(reader, kinds).filter(isKnown), ...values];
  const choices = values.filter(({ kind }) => kind === 'choice');
  return { kinds, impersonal, keys, choices, assettype: register?.asset?.type };
}

function findRegister({ registers }: Host, actor: Actor, name: string): Register {
  if (!registers.has(name)) throw notFound('list');
  const register = registers.get(name);
  if (!isAuthorized(actor, register.can.read)) throw forbidden();
  return register;
}

/** Returns the kind of the records of a register; none for a list that does not use the search index. */
function kindsOf({ search }: Host, register: Register): number[] {
  return search.get(searchKindOf(register)) ? [searchLocationOf(register, search).kind] : [];
}

/** Returns the fields that only other types of assets have. All assets share a search kind. */
function foreignFieldsOf(registers: Registers, register: Register): Set<string> {
  if (!register.asset) return new Set();
  const own = allFieldsOf(registers, register);
  const others = registers.all().filter((one) => one.asset && one.name !== register.name);
  const fields = others.flatMap((one) => Object.keys(one.fields));
  return new Set(fields.filter((field) => !Object.hasOwn(own, field)));
}
