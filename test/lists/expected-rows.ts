import { addDays } from '../../src/kit/clock.ts';
import { joinValueList } from '../../src/kit/resource/filter-operators.ts';

export type ListRow = Record<string, unknown>;

/** The way in which a column is compared, as its operators in the API document show. */
export type ColumnKind = 'text' | 'number' | 'date' | 'instant' | 'boolean' | 'ref' | 'choice' | 'json';

/** A filter with the rows that it is expected to find. */
export interface ExpectedFilter {
  parameter: string;
  value: string;
  matches(value: unknown): boolean;
}

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0);

const lower = (value: unknown): string => String(value).toLowerCase();

/** Returns the parts by which a text without a sort key sorts: its beginning, its length and the whole text. */
function toSortText(value: unknown): [string, number, string] {
  const text = lower(value);
  return [text.replace(/\d+$/, ''), text.length, text];
}

type Compare = (one: unknown, other: unknown) => number;

const compareSimply: Compare = (one, other) => Number(one! > other!) - Number(one! < other!);

const compareByEnd: Compare = (one, other) => {
  const [a, b] = [toSortText(one), toSortText(other)];
  const at = a.findIndex((term, index) => term !== b[index]);
  return at === -1 ? 0 : compareSimply(a[at], b[at]);
};

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names sort by all numbers in them, and other texts by the number at their end. */
const compareNames: Compare = (one, other) => compare(String(one), String(other));

/** Reports whether values, of which none is empty, are in the order of their kind. */
export const isInOrder = (kind: ColumnKind, values: readonly unknown[]): boolean =>
  (kind === 'text' ? [compareByEnd, compareNames] : [compareSimply]).some((comparison) =>
    values.every((value, index) => index === 0 || comparison(values[index - 1], value) <= 0),
  );

/** Returns filters of a column for one of its values, each with the rows that match it. */
export function createFilters(
  name: string,
  kind: ColumnKind,
  values: readonly unknown[],
  now: Date,
): ExpectedFilter[] {
  const present = values.filter((value) => !isEmptyValue(value));
  const value = present[Math.floor(present.length / 2)];
  const one = (operator: string, text: string, matches: (value: unknown) => boolean) => ({
    parameter: `${name}__${operator}`,
    value: text,
    matches,
  });
  const empty = ['true', 'false'].map((text) =>
    one('empty', text, (cell) => isEmptyValue(cell) === (text === 'true')),
  );
  if (value === undefined || kind === 'json') return empty;
  const isSame = (cell: unknown) => !isEmptyValue(cell) && lower(cell) === lower(value);
  const text = String(value);
  const common = [
    ...empty,
    one('in', joinValueList([text]), isSame),
    one('not', kind === 'text' ? text : joinValueList([text]), (cell) => !isSame(cell)),
  ];
  if (kind === 'text') {
    const part = text.slice(0, 3).trim();
    return [
      ...common,
      one('contains', part, (cell) => !isEmptyValue(cell) && lower(cell).includes(lower(part))),
    ];
  }
  if (kind === 'boolean' || kind === 'ref' || kind === 'choice') return common;
  const ranges = [
    one('gte', text, (cell) => !isEmptyValue(cell) && cell! >= value!),
    one('lte', text, (cell) => !isEmptyValue(cell) && cell! <= value!),
  ];
  if (kind === 'number') return [...common, ...ranges];
  const today = now.toISOString().slice(0, 10);
  const [before, here, after] =
    kind === 'date'
      ? [addDays(today, -2), today, addDays(today, 2)]
      : [-2, 0, 2].map((days) => new Date(now.getTime() + days * 86_400_000).toISOString());
  return [
    ...common,
    ...ranges,
    one('last', '2d', (cell) => !isEmptyValue(cell) && String(cell) >= before! && String(cell) <= here!),
    one('next', '2d', (cell) => !isEmptyValue(cell) && String(cell) >= here! && String(cell) <= after!),
  ];
}
