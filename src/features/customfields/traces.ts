import type { HistoryRule } from '../../kit/history.ts';
import type { SearchPart } from '../../kit/search/sources.ts';
import { decodeValue } from './values.ts';

/** A value appears in the history of its asset as a change of `custom.<fieldname>`. */
export const valueHistory: HistoryRule = {
  column: 'assetid',
  changes(tx, { table, id, before, after }) {
    const fieldid = after?.customfieldid ?? before?.customfieldid ?? tx.row(table, id)?.customfieldid;
    const field = tx.row('customfields', fieldid as number);
    if (!field) return [];
    const value = (text: unknown) =>
      decodeValue(String(field.fieldtype), (text as string | undefined) ?? null);
    return [{ field: `custom.${field.fieldname}`, before: value(before?.value), after: value(after?.value) }];
  },
};

/** Assets are found by the values of searchable fields; the flag itself touches every asset with a value. */
export const valueSearch: SearchPart & { kind: string } = {
  kind: 'asset',
  tables: { customvalues: 'assetid' },
  texts: (reader, assetid) =>
    reader
      .all<{ value: string }>(
        `SELECT v.value FROM customvalues v JOIN customfields f ON f.customfieldid = v.customfieldid
         WHERE v.assetid = ? AND f.issearchable = 1 ORDER BY v.customvalueid`,
        assetid,
      )
      .map((row) => row.value),
  touches(tx, { table, id, op, after }) {
    if (table !== 'customfields' || op !== 'update' || after?.issearchable === undefined) return [];
    return tx
      .all<{ assetid: number }>('SELECT assetid FROM customvalues WHERE customfieldid = ?', id)
      .map((row) => row.assetid);
  },
};
