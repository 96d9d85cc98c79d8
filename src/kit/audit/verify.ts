import type { Reader, Row } from '../data/reader.ts';
import { auditHash } from './chain.ts';

/** Walks the chain. Answers the id of the first row that does not fit its predecessor, or undefined. */
export function firstBrokenAuditRow(reader: Reader): number | undefined {
  let previous = '';
  let last = 0;
  for (;;) {
    const rows = reader.all<Row>(
      'SELECT * FROM auditlogs WHERE auditlogid > ? ORDER BY auditlogid LIMIT 1000',
      last,
    );
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      const id = row.auditlogid as number;
      if (id !== last + 1 || auditHash(previous, row) !== row.hash) return id;
      previous = row.hash as string;
      last = id;
    }
  }
}
