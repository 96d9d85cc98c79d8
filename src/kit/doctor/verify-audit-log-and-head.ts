import type { Sqlite } from '#runtime';
import { readPruneDate, verifyAuditHead } from '../audit/head.ts';
import { verifyAuditLog } from '../audit/verify.ts';
import { Moment, systemClock } from '../clock.ts';
import { Reader } from '../data/reader.ts';
import { Statements } from '../data/statements.ts';
import { openSecrets } from '../secrets.ts';

/** Returns a reader of a database without a `Database` object, with the system clock. */
export const readerOf = (sqlite: Sqlite): Reader =>
  new Reader(new Statements(sqlite), () => new Moment(systemClock.now()));

/**
 * Verifies the whole audit log of a data directory and its head. Returns a sentence about the first change
 * from outside, or undefined when there is none. `onRows` receives the number of rows verified so far. Throws
 * like `openSecrets`.
 */
export function verifyAuditLogAndHead(
  reader: Reader,
  data: string,
  onRows?: (rows: number) => void,
): string | undefined {
  const secrets = openSecrets(data);
  const fault =
    verifyAuditLog(reader, secrets.auditKey, readPruneDate(data, secrets.auditKey), onRows) ??
    verifyAuditHead(reader, secrets, data);
  return fault && `${fault} The log was changed outside of Millwright.`;
}
