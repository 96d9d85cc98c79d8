import type { Reader } from '../data/reader.ts';
import { invalid } from '../errors.ts';
import { findRepeatedName } from '../fold-name.ts';
import { type AddedColumns, addedKeyOf, hasAddedFields } from './added-fields.ts';
import { CUSTOM_FIELD_PREFIX, splitValueList } from './filter-operators.ts';
import type { RecordOut, Register } from './register.ts';
import type { Registers } from './registers.ts';

interface ColumnRequest {
  registers: Registers;
  register: Register;
  /** The names of the columns that the caller may read. */
  own: readonly string[];
  /** The names, separated by commas. */
  columns: string;
}

/** Throws 400 without a name, or for a name that is listed twice in any letter case. */
function refuseUnclear(names: readonly string[]): void {
  if (names.every((name) => name === '')) throw invalid('columns', 'Enter at least one column.');
  const twice = findRepeatedName(names);
  if (twice !== undefined) throw invalid('columns', `The column ${twice} is listed twice. Enter it once.`);
}

/** The columns that a list request names. */
export class RequestedColumns {
  /** The names in their order. */
  readonly names: readonly string[];
  private readonly keys: readonly string[];
  private readonly added: AddedColumns | undefined;

  /** Throws 400 for a name that the list does not have for this caller. */
  constructor(reader: Reader, { registers, register, own, columns }: ColumnRequest) {
    this.names = splitValueList(columns);
    refuseUnclear(this.names);
    this.keys = this.names.flatMap((name) => addedKeyOf(name) ?? []);
    if (hasAddedFields(register) && this.keys.length > 0)
      this.added = registers.addedFields?.findColumns(reader, this.keys, register.asset?.type);
    const unknownKeys = this.added?.unknown ?? this.keys;
    const unknown = this.names.find((name) => {
      const key = addedKeyOf(name);
      return key === undefined ? !own.includes(name) : unknownKeys.includes(key);
    });
    if (unknown !== undefined) throw invalid('columns', `The list has no column ${unknown}. Leave it out.`);
  }

  /** Adds the values of added fields to the records, in one read. A missing value is null. */
  complete(reader: Reader, records: readonly RecordOut[]): void {
    if (!this.added || records.length === 0) return;
    const values = this.added.read(
      reader,
      records.map(({ assetid }) => assetid as number),
    );
    for (const record of records) {
      const found = values.get(record.assetid as number);
      for (const key of this.keys) record[CUSTOM_FIELD_PREFIX + key] = found?.[key] ?? null;
    }
  }
}
