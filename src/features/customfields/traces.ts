import type { HistoryRule } from '../../kit/contributions.ts';
import type { SearchPart } from '../../kit/search/sources.ts';
import { assetsWithField, searchableFields, searchableValues } from './queries.ts';
import { customfields, customvalues } from './tables.ts';
import { decodeValue } from './values.ts';

/** Writes a value to the history of its asset as a change of `custom.<fieldname>`. */
export const valueHistory: HistoryRule = {
  column: customvalues.assetid,
  changes(tx, { id, before, after }) {
    const fieldid = after?.customfieldid ?? before?.customfieldid ?? tx.row(customvalues, id)?.customfieldid;
    const field = tx.row(customfields, fieldid as number);
    if (!field) return [];
    const value = (text: unknown) => decodeValue(field.fieldtype, (text as string | undefined) ?? null);
    return [{ field: `custom.${field.fieldname}`, before: value(before?.value), after: value(after?.value) }];
  },
};

const toSearchKey = (field: { customfieldid: number; fieldname: string; label: string }) => ({
  field: `custom.${field.fieldname}`,
  title: field.label,
  aliases: [field.fieldname],
  customfieldid: field.customfieldid,
});

/**
 * Makes assets searchable by the values of searchable fields. A change of whether a field is searchable
 * updates every asset with a value.
 */
export const valueSearch: SearchPart & { kind: string } = {
  kind: 'asset',
  tables: { customvalues: 'assetid' },
  fields: (reader, assetid) =>
    searchableValues
      .all(reader, { assetid })
      .map(({ value, ...field }) => ({ ...toSearchKey(field), text: value })),
  keys: (reader) => searchableFields.all(reader).map(toSearchKey),
  touches(tx, { table, id, op, after }) {
    if (table !== 'customfields' || op !== 'update' || after?.issearchable === undefined) return [];
    return assetsWithField.all(tx, { customfieldid: id }).map((row) => row.assetid);
  },
};
