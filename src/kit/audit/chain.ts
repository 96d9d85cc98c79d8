import { createHash } from 'node:crypto';
import type { SigningKey } from '../signing-key.ts';
import type { AuditLog } from '../tables.ts';

/** A row of the audit log without its hash, before it is chained to its predecessor. */
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

/**
 * Returns the keyed hash of an audit row. It covers the predecessor's hash and the whole row, with the keyed
 * hash of the first part of its journal. `computeJournalMac` chains the further parts.
 */
export const auditHash = (key: SigningKey, previous: string, row: UnhashedAuditRow): string =>
  key.mark([previous, ...partsOf(row), row.userid, row.journal, row.needs]);

/**
 * Returns the hash that the first version wrote. It has no key and covers neither the user ID nor the
 * journal.
 */
export const plainHash = (previous: string, row: UnhashedAuditRow): string =>
  createHash('sha256')
    .update(previous)
    .update(JSON.stringify(partsOf(row)))
    .digest('hex');

/**
 * A part of the journal of a change. Most changes have one part; a batch operation has one for each of its
 * transactions.
 */
export type JournalPart = {
  auditlogid: number;
  entries: string;
  islast: 0 | 1;
};

/**
 * Returns the MAC of a journal part. It covers the MAC of the preceding part, so that no part can be changed,
 * removed or moved unnoticed.
 */
export const computeJournalMac = (key: SigningKey, previous: string, part: JournalPart): string =>
  key.mark(['journal', previous, part.auditlogid, part.islast, part.entries]);
