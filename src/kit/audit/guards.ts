import type { Reader } from '../data/reader.ts';
import { triggersOfLog } from './queries.ts';

/** The triggers that prevent changes to rows of the audit log, as the migrations create them. */
const GUARDS: ReadonlyMap<string, string> = new Map(
  [
    `CREATE TRIGGER auditlogs_keep BEFORE DELETE ON auditlogs
BEGIN SELECT RAISE(ABORT, 'audit rows are never removed'); END`,
    `CREATE TRIGGER auditlogs_unchanged BEFORE UPDATE OF auditlogid, createddate, action, username, actorkind, entitytype,
  entityid, details, ipaddress, requestid, undoof, undoable, hash, journal, needs ON auditlogs
BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END`,
    `CREATE TRIGGER auditlogs_linked BEFORE UPDATE OF userid ON auditlogs WHEN new.userid IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END`,
  ].map((text) => [text.split(' ', 3)[2]!, text]),
);

/**
 * Returns a sentence about a trigger on the table of the audit log that is missing, changed or added. Returns
 * undefined when all triggers are intact.
 */
export function verifyAuditTriggers(reader: Reader): string | undefined {
  const found = new Map(triggersOfLog.all(reader).map(({ name, sql }) => [name, sql]));
  for (const [name, text] of GUARDS) {
    if (!found.has(name)) return `the trigger ${name} was removed from the audit log table.`;
    if (found.get(name)?.replaceAll('\r\n', '\n') !== text)
      return `the trigger ${name} of the audit log table was changed.`;
  }
  const added = [...found.keys()].find((name) => !GUARDS.has(name));
  return added && `the trigger ${added} was added to the audit log table.`;
}
