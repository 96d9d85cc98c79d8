import {
  type FilterOperator,
  joinValueList,
  splitValueList,
} from '../../../kit/resource/filter-operators.ts';
import type { ActiveFilter, FilterChoice } from './filter-choices.ts';

/** An operator as the user chooses it: `empty` has one for each of its values. */
export type OperatorChoice = Exclude<FilterOperator, 'empty'> | 'empty' | 'filled';

const LABELS: Readonly<Record<OperatorChoice, string>> = {
  in: 'is',
  not: 'is not',
  contains: 'contains',
  gte: 'is at least',
  lte: 'is at most',
  last: 'in the last',
  next: 'in the next',
  empty: 'is empty',
  filled: 'is not empty',
};

/** Returns the text of an operator between the title of a filter and its value. */
export function operatorLabel({ kind }: FilterChoice, operator: OperatorChoice): string {
  if (kind === 'date' && operator === 'gte') return 'is on or after';
  if (kind === 'date' && operator === 'lte') return 'is on or before';
  return LABELS[operator];
}

const ORDER: readonly OperatorChoice[] = [
  'in',
  'not',
  'contains',
  'gte',
  'lte',
  'last',
  'next',
  'empty',
  'filled',
];

/** Returns the operators that the user can choose for a filter. "Is not yes" would only say "is no". */
export const listOperatorChoices = ({ operators = [], kind }: FilterChoice): OperatorChoice[] =>
  ORDER.filter((choice) =>
    choice === 'not' && kind === 'boolean'
      ? false
      : operators.includes(choice === 'filled' ? 'empty' : choice),
  );

/** Returns the operator that an active filter shows, or the one that a new filter starts with. */
export function operatorOf({ kind }: FilterChoice, active?: ActiveFilter): OperatorChoice {
  if (active?.operator === 'empty') return /^(true|1)$/.test(active.value) ? 'empty' : 'filled';
  if (active) return active.operator ?? 'in';
  if (kind === 'text') return 'contains';
  return kind === 'date' ? 'last' : 'in';
}

/** Reports whether an operator of a filter accepts several values. */
export const hasSeveralValues = ({ kind }: FilterChoice, operator: OperatorChoice): boolean =>
  (operator === 'in' && kind !== 'boolean') || (operator === 'not' && (kind === 'ref' || kind === 'select'));

/** Returns the values that an active filter contains. */
export const listFilterValues = ({ filter, operator, value }: ActiveFilter): string[] =>
  hasSeveralValues(filter, operatorOf(filter, { filter, operator, value, parameter: '' })) && operator
    ? splitValueList(value)
    : [value];

/**
 * Returns the parameter of a filter and its value; undefined without a value. A single value of a filter that
 * the register declares has the plain name, as in older links.
 */
export function toFilterParameter(
  filter: FilterChoice,
  operator: OperatorChoice,
  values: readonly string[],
): [string, string] | undefined {
  const field = filter.field ?? filter.name;
  if (operator === 'empty' || operator === 'filled') return [`${field}__empty`, String(operator === 'empty')];
  const entered = values.map((value) => value.trim()).filter((value) => value !== '');
  if (entered.length === 0) return undefined;
  if (!filter.operators || (operator === 'in' && filter.isPlain && entered.length === 1))
    return [filter.name, entered[0]!];
  const isList = hasSeveralValues(filter, operator);
  return [`${field}__${operator}`, isList ? joinValueList(entered) : entered[0]!];
}

/** Returns the text of a period such as `30d`: `30 days`. */
export function periodLabel(value: string): string {
  const [, count = value, unit] = /^(\d+)([dh])$/i.exec(value) ?? [];
  if (!unit) return count;
  const name = unit.toLowerCase() === 'd' ? 'day' : 'hour';
  return count === '1' ? name : `${count} ${name}s`;
}
