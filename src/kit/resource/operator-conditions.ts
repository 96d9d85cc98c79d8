import type { Reader, Value } from '../data/reader.ts';
import { foldedOf } from '../data/same-name.ts';
import { joinConditions, type SqlCondition } from '../data/sql-condition.ts';
import { invalid } from '../errors.ts';
import { foldName, isAscii } from '../fold-name.ts';
import { toContainsPattern } from '../search/condition.ts';
import { type FilterOperator, splitParameter } from './filter-operators.ts';
import {
  MAX_WHOLE_CHARACTERS,
  parseBoolean,
  parseDay,
  parseId,
  parseNumber,
  parsePeriod,
  parseText,
  parseTime,
  splitValues,
  type TimeRange,
} from './filter-values.ts';
import type { FilterableField } from './filterable-field.ts';
import type { ListCondition } from './list-condition.ts';
import { subtreeOf } from './subtree.ts';

/** A filter of a query: `<field>__<operator>=<text>`. */
export interface OperatorFilter {
  /** The name of the parameter, for errors. */
  parameter: string;
  operator: FilterOperator;
  text: string;
  /** True if a place matches only itself, without those within it. */
  isExact: boolean;
}

/**
 * Returns the condition of a filter. Rows without a value match `not` and `empty=true` only. Throws 400 for a
 * value that does not fit the field.
 */
export function createOperatorCondition(
  reader: Reader,
  field: FilterableField,
  filter: OperatorFilter,
): ListCondition {
  const { operator, parameter, text } = filter;
  if (operator === 'empty' && field.when)
    return { sql: parseBoolean(parameter, text) ? '0' : '1', params: [] };
  if (operator === 'empty')
    return parseBoolean(parameter, text)
      ? isEmpty(reader, field)
      : placeWithin(reader, field, hasValue(field));
  const test = createTest(reader, field, filter);
  const placed = placeWithin(reader, field, test);
  return operator === 'not' ? negate(placed) : placed;
}

const negate = ({ sql, params, reference }: ListCondition): ListCondition => ({
  sql: `(${sql}) IS NOT TRUE`,
  params,
  ...(reference && { reference: { ...reference, isExcluded: true } }),
});

/** Returns the condition on the row of the list, for one on the row that contains the value. */
function placeWithin(reader: Reader, { within }: FilterableField, test: ListCondition): ListCondition {
  if (!within) return test;
  const { column, select, params = [] } = within;
  return {
    sql: `${column} IN (${select} (${test.sql}))`,
    params: [...(typeof params === 'function' ? params(reader) : params), ...test.params],
  };
}

const EMPTY_VALUES: Partial<Record<FilterableField['kind'], string>> = {
  text: "''",
  json: "'[]', '{}', '\"\"', 'null'",
};

function hasValue({ kind, operand }: FilterableField): SqlCondition {
  const empty = EMPTY_VALUES[kind];
  return {
    sql: `${operand} IS NOT NULL${empty ? ` AND ${operand} NOT IN (${empty})` : ''}`,
    params: [],
  };
}

function isEmpty(reader: Reader, field: FilterableField): SqlCondition {
  const { kind, operand } = field;
  if (field.within) {
    const { sql, params } = placeWithin(reader, field, hasValue(field));
    return { sql: `(${sql}) IS NOT TRUE`, params };
  }
  const empty = EMPTY_VALUES[kind];
  return { sql: `${operand} IS NULL${empty ? ` OR ${operand} IN (${empty})` : ''}`, params: [] };
}

/** Returns the condition that a value is present and matches, before a negation. */
function createTest(reader: Reader, field: FilterableField, filter: OperatorFilter): ListCondition {
  const { operator, parameter, text } = filter;
  const { kind, operand } = field;
  if (operator === 'contains') return containsText(operand, parseText(parameter, text).trim());
  if (operator === 'last' || operator === 'next')
    return isInRange(operand, parsePeriod(parameter, text, { operator, kind, now: reader }));
  if (operator === 'gte' || operator === 'lte') return compareOrder(field, filter);
  if (kind === 'text')
    return isOneOfTexts(
      field,
      operator === 'not' ? [parseWhole(parameter, text)] : splitTexts(parameter, text),
    );
  if (kind === 'instant')
    return joinAny(
      splitValues(parameter, text).map((value) => isInRange(operand, parseTime(parameter, value))),
    );
  const values = parseValues(reader, field, filter);
  const { when } = field;
  if (when) return joinAny(values.map((value) => when(String(value), reader)));
  const test = isOneOf(operand, values);
  if (kind !== 'ref') return test;
  return {
    ...test,
    reference: { field: splitParameter(parameter).field, ids: values.map(Number), isExcluded: false },
  };
}

const parseWhole = (parameter: string, text: string) => parseText(parameter, text, MAX_WHOLE_CHARACTERS);

const splitTexts = (parameter: string, text: string) =>
  splitValues(parameter, text).map((value) => parseWhole(parameter, value));

/** Returns the values to which a field is compared, as they are stored. */
function parseValues(reader: Reader, field: FilterableField, filter: OperatorFilter): Value[] {
  const { parameter, text, isExact } = filter;
  const { kind, options = [], tree } = field;
  if (kind === 'choice') {
    const values = options.includes(text) ? [text] : splitValues(parameter, text);
    if (values.every((value) => options.includes(value))) return values;
    throw invalid(parameter, `Use values of ${options.slice(0, 50).join(', ')}.`);
  }
  const values = splitValues(parameter, text);
  if (kind === 'date') return values.map((value) => parseDay(parameter, value));
  if (kind === 'boolean') return values.map((value) => Number(parseBoolean(parameter, value)));
  if (kind === 'number') return values.map((value) => parseNumber(parameter, value));
  const ids = values.map((value) => parseId(parameter, value));
  return tree && !isExact ? [...new Set(ids.flatMap((id) => subtreeOf(reader, tree, id)))] : ids;
}

function compareOrder({ kind, operand }: FilterableField, filter: OperatorFilter): SqlCondition {
  const { operator, parameter, text } = filter;
  const bound = operator === 'gte' ? 'from' : 'to';
  if (kind === 'number')
    return {
      sql: `${operand} ${operator === 'gte' ? '>=' : '<='} ?`,
      params: [parseNumber(parameter, text)],
    };
  const value = kind === 'date' ? parseDay(parameter, text) : parseTime(parameter, text)[bound];
  return isInRange(operand, { [bound]: value });
}

function isInRange(operand: string, { from, to }: TimeRange): SqlCondition {
  if (from === undefined || to === undefined)
    return { sql: `${operand} ${from === undefined ? '<=' : '>='} ?`, params: [from ?? to!] };
  return { sql: `${operand} BETWEEN ? AND ?`, params: [from, to] };
}

/** Returns the condition that the SQL of a value equals one of the values. One value allows any index. */
function isOneOf(operand: string, values: readonly Value[]): SqlCondition {
  return values.length === 1
    ? { sql: `${operand} = ?`, params: [values[0]!] }
    : { sql: `${operand} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(values)] };
}

/** Returns the condition that a text equals one of these, in any letter case. */
function isOneOfTexts({ operand, name, isIndexed }: FilterableField, texts: readonly string[]): SqlCondition {
  if (name) {
    const keys = texts.map(foldName);
    const folded = isOneOf('folded', keys);
    const own = isOneOf(operand, keys);
    return {
      sql: `${own.sql} OR ${name.id} IN (${foldedOf(name)} AND ${folded.sql})`,
      params: [...own.params, ...folded.params],
    };
  }
  const plain = texts.filter(isAscii);
  const others = texts.filter((text) => !isAscii(text));
  return joinAny([
    ...(plain.length > 0 ? [isOneOf(isIndexed ? operand : `${operand} COLLATE NOCASE`, plain)] : []),
    ...(others.length > 0 ? [isOneOfForeign(operand, others)] : []),
  ]);
}

/**
 * Returns the condition that a text equals one of these with letters other than a to z. Compares only texts with such
 * a letter and of the same length, because a comparison of each text with a thousand others takes seconds.
 */
function isOneOfForeign(operand: string, texts: readonly string[]): SqlCondition {
  const byLength = [...Map.groupBy(texts, (text) => [...text].length)].map(([length, same]) => {
    const { sql, params } = joinAny(
      same.map((text) => ({ sql: `${operand} GLOB ?`, params: [toGlob(text)] })),
    );
    return { sql: `length(${operand}) = ? AND (${sql})`, params: [length, ...params] };
  });
  const any = joinAny(byLength);
  if (!texts.every(hasOnlyForeignForms)) return any;
  return { sql: `${operand} GLOB ? AND (${any.sql})`, params: [ANY_FOREIGN, ...any.params] };
}

/** The GLOB pattern for a text with a character outside ASCII. */
const ANY_FOREIGN = '*[^\u0001-\u007f]*';

/** Reports whether no letter case of the text is pure ASCII, as that of the Kelvin sign is. */
const hasOnlyForeignForms = (text: string): boolean =>
  [...text].some((letter) => listForms(letter).every((form) => !isAscii(form)));

const containsText = (operand: string, text: string): SqlCondition =>
  isAscii(text)
    ? { sql: `${operand} LIKE ? ESCAPE '\\'`, params: [toContainsPattern(text)] }
    : { sql: `${operand} GLOB ?`, params: [`*${toGlob(text)}*`] };

/** Returns a GLOB pattern for a text in any letter case. LIKE ignores the letter case of ASCII only. */
const toGlob = (text: string): string =>
  [...text]
    .map((letter) => {
      const single = listForms(letter);
      return single.length > 1 || /[*?[]/.test(letter) ? `[${single.join('')}]` : letter;
    })
    .join('');

/** Returns a letter in each letter case in which it is one character. */
const listForms = (letter: string): string[] =>
  [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter((form) => [...form].length === 1);

const joinAny = (conditions: readonly SqlCondition[]): SqlCondition => joinConditions(conditions, 'OR');
