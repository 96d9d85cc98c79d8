import type { Tx } from '../../../src/kit/data/tx.ts';
import type { IgnoredFields } from '../../../src/kit/ignored-fields.ts';
import type { ReadMany } from '../../../src/kit/resource/fields.ts';
import { ignoredAmong, ignoredOf, saveIgnoredFields } from './ignored-queries.ts';

/**
 * Records the counts of the values of the last inventory that were converted, cut or left out. They are
 * outside the journal and have no history.
 */
export function recordIgnored(tx: Tx, computerid: number, fields: IgnoredFields | undefined): void {
  const ignoredfields = fields ? JSON.stringify(fields) : null;
  if (ignoredOf.get(tx, { computerid })?.ignoredfields !== ignoredfields)
    saveIgnoredFields.run(tx, { computerid, ignoredfields });
}

/**
 * Returns the counts by field of the values of each computer's last inventory that were converted, cut or
 * left out. Computers without such values are left out.
 */
export const readIgnoredFields: ReadMany = (reader, ids) =>
  new Map(
    ignoredAmong
      .all(reader, { ids: JSON.stringify(ids) })
      .map(({ computerid, ignoredfields }) => [computerid, JSON.parse(ignoredfields!) as IgnoredFields]),
  );
