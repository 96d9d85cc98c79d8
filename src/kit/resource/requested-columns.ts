import type { Reader } from '../data/reader.ts';
import { invalid } from '../errors.ts';
import { findRepeatedName } from '../fold-name.ts';
import { type AddedColumns, addedKeyOf, hasAddedFields } from './added-fields.ts';
import { CUSTOM_FIELD_PREFIX, splitValueList } from './filter-operators.ts';
import type { RecordOut, Register } from './register.ts';
import type { RegisterExtension } from './register-extension.ts';
import type { Registers } from './registers.ts';

interface ColumnRequest {
  registers: Registers;
  register: Register;
  /** The names of the columns that the caller may read. */
  own: readonly string[];
  /** The extensions of the list that the caller may use. */
  extensions: readonly RegisterExtension[];
  /** The names, separated by commas. */
  columns: string;
}

/** Throws 400 without a name, or for a name that is listed twice in any letter case. */
function refuseUnclear(names: readonly string[]): void {
  if (names.every((name) => name === '')) throw invalid('columns', 'Enter at least one column.');
  const twice = findRepeatedName(names);
  if (twice !== undefined) throw invalid('columns', `The column ${twice} is listed twice. Enter it once.`);
}

/** Returns the name of a custom field with its prefix as the rows have it. */
const withLowerPrefix = (name: string): string => {
  const key = addedKeyOf(name);
  return key === undefined ? name : CUSTOM_FIELD_PREFIX + key;
};

/** The columns that a list request names. */
export class RequestedColumns {
  /** The names in their order. */
  readonly names: readonly string[];
  private readonly keys: readonly string[];
  private readonly added: AddedColumns | undefined;
  private readonly extensions: readonly RegisterExtension[];

  /** Throws 400 for a name that the list does not have for this caller. */
  constructor(reader: Reader, { registers, register, own, extensions, columns }: ColumnRequest) {
    this.names = splitValueList(columns).map(withLowerPrefix);
    refuseUnclear(this.names);
    this.keys = this.names.flatMap((name) => addedKeyOf(name) ?? []);
    if (hasAddedFields(register) && this.keys.length > 0)
      this.added = registers.addedFields?.findColumns(reader, this.keys, register.asset?.type);
    this.extensions = extensions.filter(({ fields }) =>
      this.names.some((name) => Object.hasOwn(fields, name)),
    );
    const isExtended = (name: string) => this.extensions.some(({ fields }) => Object.hasOwn(fields, name));
    const unknownKeys = this.added?.unknown ?? this.keys;
    const unknown = this.names.find((name) => {
      const key = addedKeyOf(name);
      return key === undefined ? !own.includes(name) && !isExtended(name) : unknownKeys.includes(key);
    });
    if (unknown !== undefined) throw invalid('columns', `The list has no column ${unknown}. Leave it out.`);
  }

  /** Adds the values of added fields to the records, in one read. A missing value is null. */
  complete(reader: Reader, records: readonly RecordOut[]): void {
    if (records.length === 0) return;
    if (this.added) this.addValues(this.added, reader, records);
    for (const extension of this.extensions) this.addExtension(extension, reader, records);
  }

  private addValues(added: AddedColumns, reader: Reader, records: readonly RecordOut[]): void {
    const values = added.read(
      reader,
      records.map(({ assetid }) => assetid as number),
    );
    for (const record of records) {
      const found = values.get(record.assetid as number);
      for (const key of this.keys) record[CUSTOM_FIELD_PREFIX + key] = found?.[key] ?? null;
    }
  }
  private addExtension(
    { fields, read }: RegisterExtension,
    reader: Reader,
    records: readonly RecordOut[],
  ): void {
    const values = read(
      reader,
      records.map(({ assetid }) => assetid as number),
    );
    for (const record of records) {
      for (const name of Object.keys(fields)) record[name] = null;
      Object.assign(record, values.get(record.assetid as number));
    }
  }
}
