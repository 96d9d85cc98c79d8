import type { HistoryRule } from '../../kit/history-rule.ts';
import { CUSTOM_FIELD_PREFIX } from '../../kit/resource/filter-operators.ts';
import type { SearchPart } from '../../kit/search/sources.ts';
import { createTruths, type ValueKey } from '../../kit/search/value-key.ts';
import type { FieldType } from './field-types.ts';
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
  aliases: [field.fieldname, `${CUSTOM_FIELD_PREFIX}${field.fieldname}`],
  customfieldid: field.customfieldid,
});

/** A value with the collation of its index. */
const STORED = 'customvalues.value COLLATE NOCASE';

/** How a search compares the values of these types. The value is a text in the column `value`. */
const COMPARED: Partial<Record<FieldType, Pick<ValueKey, 'kind' | 'operand' | 'choices'>>> = {
  number: { kind: 'number', operand: 'CAST(customvalues.value AS REAL)' },
  date: { kind: 'date', operand: STORED },
  boolean: { kind: 'choice', operand: STORED, choices: createTruths(STORED, { yes: 'true', no: 'false' }) },
};

const toValueKeys = (field: ReturnType<typeof searchableFields.all>[number]): ValueKey[] => {
  const compared = COMPARED[field.fieldtype];
  if (!compared) return [];
  const isOwn = `customvalues.customfieldid = ${field.customfieldid}`;
  return [{ ...toSearchKey(field), ...compared, from: 'customvalues', id: 'customvalues.assetid', isOwn }];
};

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
  keys: (reader) =>
    searchableFields
      .all(reader)
      .filter(({ fieldtype }) => !COMPARED[fieldtype])
      .map(toSearchKey),
  values: (reader) => searchableFields.all(reader).flatMap(toValueKeys),
  touches(tx, { table, id, op, after }) {
    if (table !== 'customfields' || op !== 'update' || after?.issearchable === undefined) return [];
    return assetsWithField.all(tx, { customfieldid: id }).map((row) => row.assetid);
  },
};
