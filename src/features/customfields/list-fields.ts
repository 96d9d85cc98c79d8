import type { AddedField, AddedFieldSource } from '../../kit/resource/added-fields.ts';
import type { FilterValueKind } from '../../kit/resource/filter-operators.ts';
import { isSameAssetType } from '../../kit/resource/register.ts';
import type { FieldType } from './field-types.ts';
import { fieldsNamed } from './queries.ts';
import { optionsOf } from './rules.ts';
import { writeValues } from './values.ts';

const KINDS: Readonly<Record<FieldType, FilterValueKind>> = {
  text: 'text',
  url: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  select: 'choice',
};

/** The SQL of a value, whose text is in the column `value`. */
const OPERANDS: Partial<Record<FilterValueKind, string>> = {
  number: 'CAST(value AS REAL)',
  boolean: "(value = 'true')",
};

/** Custom fields in lists and bulk edits of assets. */
export const customListFields: AddedFieldSource = {
  find(reader, fieldname, assettype) {
    const fields = fieldsNamed
      .all(reader, { fieldname })
      .filter(
        (field) =>
          assettype === undefined ||
          field.assettypeid === null ||
          isSameAssetType(assettype, field.assettype),
      );
    if (fields.length === 0) return undefined;
    const kinds = new Set(fields.map(({ fieldtype }) => KINDS[fieldtype]));
    // Fields of different types may share a name. They have only their texts in common.
    const [kind] = kinds.size === 1 ? kinds : (['text'] as const);
    return createField(
      kind!,
      fields.map(({ customfieldid }) => customfieldid),
      fields.flatMap((field) => optionsOf(field) ?? []),
    );
  },
  setValues: (tx, assetid, values, path) => writeValues(tx, assetid, values, path).length > 0,
};

function createField(kind: FilterValueKind, ids: readonly number[], options: string[]): AddedField {
  // Equality, unlike IN, allows the order of the index.
  const isOwn = ids.length === 1 ? `customfieldid = ${ids[0]}` : `customfieldid IN (${ids.join(', ')})`;
  return {
    kind,
    operand: OPERANDS[kind] ?? 'value',
    options: kind === 'choice' ? options : undefined,
    within: { column: 'assets.assetid', select: `SELECT assetid FROM customvalues WHERE ${isOwn} AND` },
    table: 'customvalues',
    order: kind === 'number' ? 'CAST(sorted.value AS REAL)' : 'sorted.valuesortkey',
    isOwn,
  };
}
