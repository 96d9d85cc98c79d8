import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { type Issue, invalid, invalidFields, notFound } from '../../kit/errors.ts';
import { findRepeatedName, foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import type { Field } from '../../kit/resource/fields.ts';
import { inputSchema } from '../../kit/resource/validate.ts';
import type { FieldType } from './field-types.ts';
import { type FieldOfAsset, fieldsOfAsset, typeOfAsset } from './queries.ts';
import { optionsOf } from './rules.ts';
import { customvalues } from './tables.ts';

type CustomValue = string | number | boolean;

/** Converts a stored text to a value of the field's type. */
export function decodeValue(fieldtype: FieldType, text: string | null): CustomValue | null {
  if (text === null) return null;
  if (fieldtype === 'number') return Number(text);
  return fieldtype === 'boolean' ? text === 'true' : text;
}

/**
 * Returns the custom fields of an asset in their order, each with its value. Throws 404 for an unknown asset.
 */
export function fieldsOf(reader: Reader, assetid: number): FieldOfAsset[] {
  const type = typeOfAsset.get(reader, { assetid });
  if (!type) throw notFound('Asset');
  return fieldsOfAsset.all(reader, { assetid, ...type });
}

/**
 * Returns the custom fields of an asset's type in their order, with their values; null for a missing value.
 * Throws 404 for an unknown asset.
 */
export function readCustomValues(host: Host, assetid: number) {
  return host.db.read((reader) =>
    fieldsOf(reader, assetid).map((field) => ({
      customfieldid: field.customfieldid,
      fieldname: field.fieldname,
      label: field.label,
      fieldtype: field.fieldtype,
      value: decodeValue(field.fieldtype, field.value),
      options: optionsOf(field),
      isrequired: field.isrequired === 1,
      groupname: field.groupname,
    })),
  );
}

/**
 * Sets all passed values or none; null or an empty text clears one. Throws 404 for an unknown asset, and 400
 * that lists each invalid value, unknown field and cleared required field.
 */
export function setCustomValues(
  host: Host,
  context: WriteContext,
  assetid: number,
  values: Record<string, unknown>,
): void {
  host.db.transact(context, 'customfields.value.updated', (tx) => {
    const changes = writeValues(tx, assetid, values, 'values.');
    tx.audit({ entitytype: 'asset', entityid: assetid, details: { changes: Object.fromEntries(changes) } });
  });
}

/** The name of a changed field in the history, with its previous and its new value. */
type ValueChange = [string, unknown[]];

/**
 * Writes values of an asset by field name, all or none, and returns the changes. Throws like
 * `setCustomValues`; `path` precedes the field names in errors.
 */
export function writeValues(
  tx: Tx,
  assetid: number,
  values: Readonly<Record<string, unknown>>,
  path: string,
): ValueChange[] {
  const fields = new Map(fieldsOf(tx, assetid).map((field) => [foldName(field.fieldname), field]));
  const twice = findRepeatedName(Object.keys(values));
  if (twice !== undefined) throw invalid(`${path}${twice}`, 'The field is listed twice. Enter it once.');
  const issues: Issue[] = [];
  const wanted = Object.entries(values).flatMap(([name, value]) => {
    const outcome = validateValue(fields.get(foldName(name)), name, value);
    if (typeof outcome === 'string') issues.push({ path: `${path}${name}`, message: outcome });
    return typeof outcome === 'string' ? [] : [outcome];
  });
  if (issues.length > 0) throw invalidFields(issues);
  const changes = wanted.flatMap(({ field, text }) => write(tx, assetid, field, text));
  // A change of a value is a change of the asset, so forms that were opened earlier are stale.
  if (changes.length > 0) tx.bumpModified('assets', assetid);
  return changes;
}

interface NewValue {
  field: FieldOfAsset;
  /** The stored text; null clears the value. */
  text: string | null;
}

/** Returns the value to store, or an error message. */
function validateValue(field: FieldOfAsset | undefined, name: string, value: unknown): NewValue | string {
  if (!field) return `Assets of this type have no custom field "${name}".`;
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
  if (isEmpty) return field.isrequired === 1 ? `${field.label} is required.` : { field, text: null };
  const parsed = inputSchema(asField(field)).safeParse(value);
  if (!parsed.success) return parsed.error.issues[0]!.message;
  return { field, text: String(parsed.data) };
}

/** The kind of field whose rules apply to the values of each type. */
export const KINDS: Record<FieldType, Field['kind']> = {
  text: 'longtext',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  select: 'select',
  url: 'url',
};

const asField = (field: FieldOfAsset): Field => ({
  place: 'column',
  writable: 'always',
  kind: KINDS[field.fieldtype],
  title: field.label,
  required: true,
  options: Object.fromEntries((optionsOf(field) ?? []).map((option) => [option, option])),
});

function write(tx: Tx, assetid: number, field: FieldOfAsset, text: string | null): ValueChange[] {
  if (text === field.value) return [];
  if (field.customvalueid === null)
    tx.insert(customvalues, { customfieldid: field.customfieldid, assetid, value: text! });
  else if (text === null) tx.delete(customvalues, field.customvalueid);
  else tx.update(customvalues, field.customvalueid, { value: text });
  const [before, after] = [field.value, text].map((one) => decodeValue(field.fieldtype, one));
  return [[`custom.${field.fieldname}`, [before, after]]];
}
