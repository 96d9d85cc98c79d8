import { createHash } from 'node:crypto';
import type { AuditLog } from '../tables.ts';

/** A row of the log before it is chained to the one before it. */
export type Unhashed = Omit<AuditLog, 'hash'>;

/**
 * The hash of an audit row over its predecessor's and everything in it but `userid`, which is set to null when
 * the user is deleted (the name stays, and is hashed).
 */
export function auditHash(previous: string, row: Unhashed): string {
  const parts = [
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
  return createHash('sha256').update(previous).update(JSON.stringify(parts)).digest('hex');
}
