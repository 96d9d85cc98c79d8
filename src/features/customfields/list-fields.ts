import type { Reader } from '../../kit/data/reader.ts';
import { invalidFields } from '../../kit/errors.ts';
import { foldName } from '../../kit/fold-name.ts';
import {
  type AddedField,
  type AddedFieldSource,
  type AddedValues,
  createMissingIssue,
} from '../../kit/resource/added-fields.ts';
import type { FilterValueKind } from '../../kit/resource/filter-operators.ts';
import { isSameAssetType } from '../../kit/resource/register.ts';
import type { FieldType } from './field-types.ts';
import { type FieldWithType, fieldsNamed, fieldsOfAsset, fieldsWithType, valuesOfAssets } from './queries.ts';
import { optionsOf } from './rules.ts';
import { decodeValue, fieldsOf, writeValues } from './values.ts';

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
    const fields = fieldsNamed.all(reader, { fieldname }).filter(isOfType(assettype));
    if (fields.length === 0) return undefined;
    const kinds = new Set(fields.map(({ fieldtype }) => KINDS[fieldtype]));
    // Fields of different types may share a name. They have only their texts in common.
    const [kind] = kinds.size === 1 ? kinds : (['text'] as const);
    const ids = fields.map(({ customfieldid }) => customfieldid);
    const options = fields.flatMap((field) => optionsOf(field) ?? []);
    return { title: fields[0]!.label, ...createField(kind!, ids, options) };
  },
  findColumns(reader, keys, assettype) {
    const fields = Map.groupBy(fieldsWithType.all(reader).filter(isOfType(assettype)), ({ fieldname }) =>
      foldName(fieldname),
    );
    const columns = new Map<number, { key: string; fieldtype: FieldType }>();
    for (const key of keys)
      for (const { customfieldid, fieldtype } of fields.get(foldName(key)) ?? [])
        columns.set(customfieldid, { key, fieldtype });
    return {
      unknown: keys.filter((key) => !fields.has(foldName(key))),
      read: (reader, assetids) => readValues(reader, columns, assetids),
    };
  },
  listValues: (reader, assetid) =>
    fieldsOf(reader, assetid).flatMap(({ fieldname, label, fieldtype, value }) => {
      const decoded = decodeValue(fieldtype, value);
      return decoded === null
        ? []
        : [{ key: fieldname, title: label, kind: KINDS[fieldtype], value: decoded }];
    }),
  readRecord: (reader, asset) =>
    Object.fromEntries(
      fieldsOfAsset
        .all(reader, asset)
        .map(({ fieldname, fieldtype, value }) => [fieldname, decodeValue(fieldtype, value)]),
    ),
  setValues: (tx, assetid, values, path) => writeValues(tx, assetid, values, path).length > 0,
  listRequired: (reader, assettype) =>
    fieldsWithType
      .all(reader)
      .filter((field) => field.isrequired === 1 && isOfNewAsset(field, assettype))
      .map(({ fieldname, label }) => ({ key: fieldname, title: label })),
  refuseMissing(reader, assetid) {
    const missing = fieldsOf(reader, assetid).filter(
      (field) => field.isrequired === 1 && field.value === null,
    );
    const issues = missing.map(({ fieldname, label }) => createMissingIssue(fieldname, label));
    if (issues.length > 0) throw invalidFields(issues);
  },
  listMissing(reader, assettypeid, assetids) {
    const required = fieldsWithType
      .all(reader)
      .filter((field) => field.isrequired === 1 && field.assettypeid === assettypeid);
    const params = {
      assetids: JSON.stringify(assetids),
      fieldids: JSON.stringify(required.map(({ customfieldid }) => customfieldid)),
    };
    const values = required.length > 0 ? valuesOfAssets.all(reader, params) : [];
    const filled = new Set(values.map(({ customfieldid, assetid }) => `${customfieldid}/${assetid}`));
    return required
      .map(({ customfieldid, fieldname, label }) => ({
        key: fieldname,
        title: label,
        assetids: assetids.filter((assetid) => !filled.has(`${customfieldid}/${assetid}`)),
      }))
      .filter((missing) => missing.assetids.length > 0);
  },
};

/** Returns a filter for the fields of an asset type and those of all types. */
export const isOfType =
  (assettype: string | undefined) =>
  (field: { assettypeid: number | null; assettype: string | null }): boolean =>
    assettype === undefined || field.assettypeid === null || isSameAssetType(assettype, field.assettype);

/** Reports whether an asset of a type, by its ID or name, has a field. An asset of no type has those of all types. */
const isOfNewAsset = (field: FieldWithType, assettype: number | string | undefined): boolean =>
  field.assettypeid === null ||
  field.assettypeid === assettype ||
  (typeof assettype === 'string' && isSameAssetType(assettype, field.assettype));

function readValues(
  reader: Reader,
  columns: ReadonlyMap<number, { key: string; fieldtype: FieldType }>,
  assetids: readonly number[],
): Map<number, AddedValues> {
  const values = new Map<number, Record<string, string | number | boolean>>();
  const params = { assetids: JSON.stringify(assetids), fieldids: JSON.stringify([...columns.keys()]) };
  for (const { assetid, customfieldid, value } of valuesOfAssets.all(reader, params)) {
    const { key, fieldtype } = columns.get(customfieldid)!;
    const ofAsset = values.get(assetid) ?? Object.create(null);
    ofAsset[key] = decodeValue(fieldtype, value)!;
    values.set(assetid, ofAsset);
  }
  return values;
}

function createField(
  kind: FilterValueKind,
  ids: readonly number[],
  options: string[],
): Omit<AddedField, 'title'> {
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
