import { isNotNull, ne } from 'drizzle-orm';
import { type Actor, canSeePersonalData } from '../../src/kit/actor.ts';
import { countRows, isSet } from '../../src/kit/data/query.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Host } from '../../src/kit/host.ts';
import { computerparts, computers, installedapps, unlistedapps } from './tables.ts';

const countListed = countRows(installedapps.computerid, isSet(installedapps.isactive));
const countUnlisted = countRows(unlistedapps.computerid);
const countParts = countRows(computerparts.computerid);
const countImpersonalParts = countRows(computerparts.computerid, ne(computerparts.kind, 'interface'));
const countIgnored = countRows(computers.computerid, isNotNull(computers.ignoredfields));

/** Counts the applications of a computer, those without an entry in the catalog too. */
export const countApplications = (reader: Reader, computerid: number): number =>
  countListed(reader, computerid) + countUnlisted(reader, computerid);

/** Returns 1 when a computer has reported hardware that the caller may see, or ignored values; otherwise 0. */
export function readHardwareState(reader: Reader, computerid: number, _host: Host, actor: Actor): number {
  const countVisible = canSeePersonalData(actor) ? countParts : countImpersonalParts;
  return countVisible(reader, computerid) + countIgnored(reader, computerid) > 0 ? 1 : 0;
}
