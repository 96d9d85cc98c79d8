import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { type Issue, invalid, invalidFields } from '../errors.ts';
import { CUSTOM_FIELD_PREFIX, isCustomFieldName } from './filter-operators.ts';
import type { FilterableField } from './filterable-field.ts';
import type { Register } from './register.ts';

/** A field that a plant adds to its assets. Its values are rows of another table. */
export interface AddedField extends FilterableField, AddedSort {
  /** The title of the first field with this key. */
  title: string;
}

/** The order of a list by a value in another table. */
export interface AddedSort {
  /** The table with the values, which has a column `assetid`. */
  table: string;
  /** The SQL of the value for ORDER BY, in a row of the table `sorted`. */
  order: string;
  /** The SQL condition for the rows of this field, in any row with its columns. */
  isOwn: string;
}

/** A field with its value for one asset. */
export interface AddedValue {
  key: string;
  title: string;
  kind: FilterableField['kind'];
  value: string | number | boolean;
}

/** The values of one record in added fields, by key. */
export type AddedValues = Readonly<Record<string, string | number | boolean>>;

/** The values of one asset in all added fields of its type. */
export type AddedRecord = Readonly<Record<string, string | number | boolean | null>>;

/** Added fields that a list serves. */
export interface AddedColumns {
  /** The requested keys that no field has. */
  unknown: readonly string[];
  /** Returns the values of these assets by the ID of the asset, in one read. */
  read(reader: Reader, assetids: readonly number[]): ReadonlyMap<number, AddedValues>;
}

/** The fields that a plant adds to its assets. One feature supplies them. */
export interface AddedFieldSource {
  /** Returns the field with this key, among those of one asset type or of all. */
  find(reader: Reader, key: string, assettype: string | undefined): AddedField | undefined;
  /** Returns the fields with these keys, among those of one asset type or of all. */
  findColumns(reader: Reader, keys: readonly string[], assettype: string | undefined): AddedColumns;
  /** Returns the fields with a value for an asset. */
  listValues(reader: Reader, assetid: number): AddedValue[];
  /** Returns the values of an asset in all fields of its type, by key; null without a value. */
  readRecord(reader: Reader, asset: { assetid: number; assettypeid: number }): AddedRecord;
  /**
   * Sets values of an asset by key; null clears one. Returns whether any changed. Throws 400 that names the
   * path of each invalid value: `path` and the key.
   */
  setValues(tx: Tx, assetid: number, values: Readonly<Record<string, unknown>>, path: string): boolean;
  /**
   * Returns the keys and titles of the fields in which new assets of a type need a value. The type is an ID or
   * a name; without one, these are the fields of all types.
   */
  listRequired(reader: Reader, assettype: number | string | undefined): { key: string; title: string }[];
  /** Throws 400 that names each required field without a value for an asset. */
  refuseMissing(reader: Reader, assetid: number): void;
  /**
   * Returns the required fields of one asset type, without those of all types, each with the assets among
   * these that have no value in it. Fields in which all have one are left out.
   */
  listMissing(reader: Reader, assettypeid: number, assetids: readonly number[]): MissingValues[];
}

/** A required field, and the IDs of assets without a value in it. */
export interface MissingValues {
  key: string;
  title: string;
  assetids: readonly number[];
}

/** Returns the key of an added field from its name in the API, `cf_<key>`; undefined for any other name. */
export const addedKeyOf = (name: string): string | undefined =>
  isCustomFieldName(name) ? name.slice(CUSTOM_FIELD_PREFIX.length) : undefined;

/** Returns the values of added fields in an input, by key. Throws 400 when two names have the same key. */
export function pickAddedValues(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(input)) {
    const key = addedKeyOf(name);
    if (key === undefined || value === undefined) continue;
    if (key in values) throw invalid(name, 'The field is listed twice. Enter it once.');
    values[key] = value;
  }
  return values;
}

/** Returns the error of an added field in which a new asset needs a value. */
export const createMissingIssue = (key: string, title: string): Issue => ({
  path: `${CUSTOM_FIELD_PREFIX}${key}`,
  message: `${title} is required.`,
});

/** Throws 400 when a record of a register of assets lacks the value of a required added field. */
export function refuseMissingValues(
  addedFields: AddedFieldSource | undefined,
  tx: Tx,
  register: Register,
  id: number,
): void {
  if (!hasAddedFields(register)) return;
  addedFields?.refuseMissing(tx, register.asset ? (tx.row(register.table, id)!.assetid as number) : id);
}

/** Throws 400 when an asset has got another type than before, and lacks the value of a required field of it. */
export function refuseMissingOfType(
  addedFields: AddedFieldSource | undefined,
  tx: Tx,
  register: Register,
  id: number,
  before: Readonly<Record<string, unknown>>,
): void {
  // The type of the assets of any other register is fixed.
  if (!addedFields || !hasAddedFields(register) || register.asset) return;
  const assettypeid = tx.row(register.table, id)!.assettypeid as number;
  if (assettypeid === before.assettypeid) return;
  const missing = addedFields.listMissing(tx, assettypeid, [id]);
  if (missing.length > 0)
    throw invalidFields(missing.map(({ key, title }) => createMissingIssue(key, title)));
}

/** Reports whether the rows of a register are assets, so that added fields apply. */
export const hasAddedFields = ({ name, asset }: Register): boolean =>
  name === 'assets' || asset !== undefined;
