import type { SqlCondition } from '../data/sql-condition.ts';
import type { FilterableField } from './filterable-field.ts';
import { filterableFieldsOf } from './filterable-fields.ts';
import type { CurrentTime } from './filters.ts';
import type { Direction } from './name-order.ts';
import type { Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { displayLabel } from './select.ts';

/** Returns the fields by which a list can be sorted although no index has their order: all columns of its table. */
export function listValueSorts(registers: Registers, register: Register): string[] {
  const fields = allFieldsOf(registers, register);
  return [...filterableFieldsOf(registers, register)]
    .filter(([name, { kind, within }]) => {
      const isColumn = fields[name] && fields[name].list !== 'never';
      return isColumn && (kind !== 'json' || !within);
    })
    .map(([name]) => name);
}

/**
 * Returns the order of rows by a value that no index contains, as SQL with its parameters. Texts sort in any
 * letter case and by the number at their end, references by their names, and choices as they are declared.
 * Rows without a value are last in ascending order.
 */
export function createValueOrder(
  registers: Registers,
  { register, name, field }: { register: Register; name: string; field: FilterableField },
  direction: Direction,
  now: CurrentTime,
): SqlCondition {
  const target = field.kind === 'ref' ? allFieldsOf(registers, register)[name]?.ref?.register : undefined;
  const terms = target ? [orderOfName(registers.get(target), field.operand)] : listTerms(field, now);
  return joinTerms(terms, direction);
}

/** Returns the order of rows by a value other than a reference, as `createValueOrder`. */
export const orderByField = (field: FilterableField, direction: Direction, now: CurrentTime): SqlCondition =>
  joinTerms(listTerms(field, now), direction);

/** Returns the order of rows by the SQL of a text. */
export const orderByText = ({ sql, params }: SqlCondition, direction: Direction): SqlCondition =>
  joinTerms([{ sql: `${sql} COLLATE NOCASE`, params }], direction);

function joinTerms([first, ...rest]: readonly SqlCondition[], direction: Direction): SqlCondition {
  const nulls = direction === 'ASC' ? 'NULLS LAST' : 'NULLS FIRST';
  return {
    sql: [`${first!.sql} ${direction} ${nulls}`, ...rest.map(({ sql }) => `${sql} ${direction}`)].join(', '),
    params: [first!, ...rest].flatMap(({ params }) => params),
  };
}

/** Returns the name of the record with the ID in a column. */
function orderOfName(target: Register, column: string): SqlCondition {
  const label = displayLabel(target);
  const sorted = target.sortKeys.get(label) ?? label;
  return {
    sql: `(SELECT sorted.${sorted} FROM ${target.table} sorted WHERE sorted.${target.id} = ${column})`,
    params: [],
  };
}

function listTerms(field: FilterableField, now: CurrentTime): SqlCondition[] {
  const { kind, operand } = field;
  if (kind === 'choice') return [orderOfChoice(field, now)];
  const text = `${operand} COLLATE NOCASE`;
  const terms =
    kind === 'text'
      ? [`rtrim(${operand}, '0123456789') COLLATE NOCASE`, `length(${operand})`, text]
      : [kind === 'json' ? text : operand];
  return terms.map((sql) => ({ sql, params: [] }));
}

function orderOfChoice({ operand, options = [], when }: FilterableField, now: CurrentTime): SqlCondition {
  const conditions = options.map((option) =>
    when ? when(option, now) : { sql: `${operand} = ?`, params: [option] },
  );
  const cases = conditions.map(({ sql }, index) => `WHEN ${sql} THEN ${index}`);
  return { sql: `CASE ${cases.join(' ')} END`, params: conditions.flatMap(({ params }) => params) };
}
