import type { Sqlite } from '#runtime';
import { headFault, letGoBefore } from '../kit/audit/head.ts';
import { auditFault } from '../kit/audit/verify.ts';
import { Moment, systemClock } from '../kit/clock.ts';
import { Reader } from '../kit/data/reader.ts';
import { Statements } from '../kit/data/statements.ts';
import { openSecrets } from '../kit/secrets.ts';

export const readerOf = (sqlite: Sqlite): Reader =>
  new Reader(new Statements(sqlite), () => new Moment(systemClock.now()));

/**
 * Verifies the whole audit log of a data directory and its end. Returns what was changed from outside, in a sentence,
 * or undefined. `onRows` receives the number of rows that were verified so far.
 */
export function auditLogFault(
  reader: Reader,
  data: string,
  onRows?: (rows: number) => void,
): string | undefined {
  const secrets = openSecrets(data);
  const fault =
    auditFault(reader, secrets.auditKey, letGoBefore(data, secrets.auditKey), onRows) ??
    headFault(reader, secrets, data);
  return fault && `${fault} The log was changed from outside.`;
}
