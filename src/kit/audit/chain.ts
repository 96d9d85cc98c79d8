import { createHash } from 'node:crypto';
import type { SigningKey } from '../signing-key.ts';
import type { AuditLog } from '../tables.ts';

/** A row of the log before it is chained to the one before it. */
export type UnhashedAuditRow = Omit<AuditLog, 'hash'>;

const partsOf = (row: UnhashedAuditRow): unknown[] => [
  row.auditlogid,
  row.createddate,
  row.action,
  row.username,
  row.actorkind,
  row.entitytype,
  row.entityid,
  row.details,
  row.ipaddress,
  row.requestid,
  row.undoof,
  row.undoable,
];

/** The hash of an audit row over its predecessor's and everything in it, with the mark of its journal. */
export const auditHash = (key: SigningKey, previous: string, row: UnhashedAuditRow): string =>
  key.mark([previous, ...partsOf(row), row.userid, row.journal, row.needs]);

/** As the first version wrote it: without a key, the user's id and the journal. */
export const plainHash = (previous: string, row: UnhashedAuditRow): string =>
  createHash('sha256')
    .update(previous)
    .update(JSON.stringify(partsOf(row)))
    .digest('hex');

/** One part of what a change did: most have one, long work has one for each of its turns. */
export type JournalPart = {
  auditlogid: number;
  entries: string;
  islast: 0 | 1;
};

/** The mark of a part over that of the part before it: none can be changed, left out or put elsewhere. */
export const computeJournalMac = (key: SigningKey, previous: string, part: JournalPart): string =>
  key.mark(['journal', previous, part.auditlogid, part.islast, part.entries]);
