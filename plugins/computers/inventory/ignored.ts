import type { Tx } from '../../../src/kit/data/tx.ts';
import type { IgnoredFields } from '../../../src/kit/ignored-fields.ts';
import type { ReadMany } from '../../../src/kit/resource/fields.ts';
import { ignoredAmong, ignoredOf, saveIgnoredFields } from './ignored-queries.ts';

/** Records what of the last inventory was converted, cut or left out. It is outside the journal and has no history. */
export function recordIgnored(tx: Tx, computerid: number, fields: IgnoredFields | undefined): void {
  const ignoredfields = fields ? JSON.stringify(fields) : null;
  if (ignoredOf.get(tx, { computerid })?.ignoredfields !== ignoredfields)
    saveIgnoredFields.run(tx, { computerid, ignoredfields });
}

/** Returns what of the last inventory of each computer was converted, cut or left out, by field. */
export const readIgnoredFields: ReadMany = (reader, ids) =>
  new Map(
    ignoredAmong
      .all(reader, { ids: JSON.stringify(ids) })
      .map(({ computerid, ignoredfields }) => [computerid, JSON.parse(ignoredfields!) as IgnoredFields]),
  );
