import type { Reader } from '../data/reader.ts';
import { auditHash } from './chain.ts';
import { rowsAfter } from './queries.ts';

const AT_ONCE = 1000;

/** Walks the chain. Answers the id of the first row that does not fit its predecessor, or undefined. */
export function firstBrokenAuditRow(reader: Reader): number | undefined {
  let previous = '';
  let last = 0;
  for (;;) {
    const rows = rowsAfter.all(reader, { auditlogid: last, limit: AT_ONCE });
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      const id = row.auditlogid;
      if (id !== last + 1 || auditHash(previous, row) !== row.hash) return id;
      previous = row.hash;
      last = id;
    }
  }
}
