import type { Actor } from '../../src/kit/actor.ts';
import type { Host } from '../../src/kit/host.ts';
import { HrDirectory } from './hr/directory.ts';
import { isExternal } from './modes.ts';
import { fullPersonName, type Person, type PersonFacts, toPerson } from './person.ts';
import { bySsos } from './queries.ts';
import { employees } from './register.ts';

/**
 * Searches for people with the text, in the directory of the appliance or in the HR database. When the HR
 * database does not respond, the result is the cached one, or empty.
 */
export async function searchPeople(host: Host, actor: Actor, q: string, limit: number): Promise<Person[]> {
  if (isExternal(host)) {
    const { people, stale } = await host.getInstance(HrDirectory).search(q, limit);
    return people.map((facts) => toPerson(facts, stale));
  }
  const { rows } = await host.resource(employees).page({ search: q, page: 1, per_page: limit }, actor);
  return rows.map((row) => toPerson(row as unknown as PersonFacts, false));
}

/**
 * Returns the full name of a person without waiting. From an HR database only cached names are returned; an
 * uncached one is looked up for the next call. Returns undefined when no name is available.
 */
export function findPersonName(host: Host, sso: string): string | undefined {
  const facts = isExternal(host)
    ? host.getInstance(HrDirectory).findCached(sso)
    : host.db.read((reader) => bySsos.all(reader, { ssos: JSON.stringify([sso]) }))[0];
  return (facts && fullPersonName(facts)) || undefined;
}

/**
 * Returns the existing people among these SSOs, in this order. When the HR database does not respond, they
 * are marked as stale, and uncached ones have only their SSO.
 */
export async function findPeople(host: Host, ssos: readonly string[]): Promise<Person[]> {
  if (isExternal(host)) {
    const people = await host.getInstance(HrDirectory).lookup(ssos);
    return people.map(({ facts, stale }) => toPerson(facts, stale));
  }
  const rows = host.db.read((reader) => bySsos.all(reader, { ssos: JSON.stringify(ssos) }));
  const found = new Map(rows.map((row) => [row.sso, row]));
  return ssos.flatMap((sso) => (found.has(sso) ? [toPerson(found.get(sso)!, false)] : []));
}
