import type { Reader } from '../data/reader.ts';
import { toSortKey } from '../data/sort-keys.ts';
import type { DerivedValue, Field } from './fields.ts';
import type { FilterableField } from './filterable-field.ts';
import type { Direction, ListSegment } from './name-order.ts';
import type { Register } from './register.ts';

type FewField = Field & DerivedValue & Required<Pick<DerivedValue, 'read'>>;

/** Reports whether filters and sorts read the values of all records, because no SQL expression computes them. */
export const isReadFromFew = (field: Field): field is FewField =>
  field.place !== 'column' && field.few === true && field.read !== undefined;

/** Returns how filters find a value that is read for all records of a register. */
export const createFewValues = (
  register: Register,
  field: FewField,
): Pick<FilterableField, 'operand' | 'within'> => ({
  operand: 'computed.value',
  within: {
    column: `${register.table}.${register.id}`,
    select: 'SELECT CAST(computed.key AS INTEGER) FROM json_each(?) computed WHERE',
    params: (reader) => [JSON.stringify(Object.fromEntries(readAll(reader, register, field)))],
  },
});

/**
 * Returns a list that is sorted by a value that is read for all records. Records without a value are last in
 * ascending order. `conditions` start with ` WHERE ` or are empty.
 */
export function createFewSegment(
  reader: Reader,
  { register, field }: { register: Register; field: FewField },
  { from, sql: conditions }: Pick<ListSegment, 'from' | 'sql'>,
  direction: Direction,
): ListSegment {
  const ids = [...readAll(reader, register, field)]
    .sort(([, a], [, b]) => compareValues(a, b))
    .map(([id]) => id);
  return {
    from: `json_each('${JSON.stringify(ids)}') sorted CROSS JOIN ${from}`,
    sql: `${conditions === '' ? ' WHERE' : `${conditions} AND`} ${register.table}.${register.id} = sorted.value`,
    order: `sorted.key ${direction}`,
  };
}

/** Returns the value of each record of a register by its ID, in the order of the IDs. */
function readAll(reader: Reader, { table, id }: Register, field: FewField): [number, unknown][] {
  const ids = reader
    .all<{ id: number }>(`SELECT ${id} AS id FROM ${table} ORDER BY ${id}`)
    .map((row) => row.id);
  const values = field.read(reader, ids);
  return ids.map((one) => [one, values.get(one) ?? field.none ?? null]);
}

function compareValues(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a !== 'string') return Number(a) - Number(b);
  const [first, second] = [toSortKey(a), toSortKey(String(b))];
  return Number(first > second) - Number(first < second);
}
