import type { Database } from '../data/database.ts';
import type { Reader, Value } from '../data/reader.ts';
import { startAtFirst } from '../data/start-at-first.ts';
import { TimeSlice } from '../time-slice.ts';
import { type DocumentGroup, readCachedCount } from './cached-counts.ts';
import { type SearchScope, toIndexQuery } from './condition.ts';
import { documentRangeOf, entityExpressionOf } from './document-id.ts';
import { createListCondition, type SearchExpression } from './expression.ts';
import { lastDocument } from './queries.ts';

/** A search that many records of a list match. */
export interface FrequentText
  extends Pick<SearchScope, 'kind' | 'list' | 'column' | 'onlyActive' | 'impersonal'> {
  expression: SearchExpression;
  /** The other conditions of the list, on its own tables. */
  rest: { sql: string; params: Value[] } | undefined;
}

/** The number of documents to read before the clock is checked: a few milliseconds of work. */
const DOCUMENTS_PER_CHECK = 16_384;

/** From this share of all documents on, counting the others is faster than counting those that match. */
const MOST = 0.65;

/**
 * Returns how many records of the list match the search. Counts in time slices, because a million texts take
 * a while.
 */
export async function countFrequentText(db: Database, from: string, many: FrequentText): Promise<number> {
  const { expression, kind, list, onlyActive, rest } = many;
  const listed = createListCondition(list);
  const groups = (onlyActive ? [true] : [false, true]).map((isactive) => ({ kind, isactive }));
  const found = await sumOf(groups, (group) => readCachedCount(db, [...listed, ...expression], group));
  if (!rest) return found;
  const count = (isReversed: boolean) =>
    sumOf(groups, (group) => countInGroup(db, from, { ...many, ...group, rest, isReversed }));
  // The cached counts include personal texts.
  const all = many.impersonal
    ? Number.POSITIVE_INFINITY
    : await sumOf(groups, (group) => readCachedCount(db, listed, group));
  if (found < all * MOST) return count(false);
  const others = found === all ? 0 : await count(true);
  const filtered = db.count(`SELECT count(*) FROM ${from}${rest.sql}`, rest.params);
  return Math.max(0, filtered - others);
}

async function sumOf<T>(items: readonly T[], count: (item: T) => number | Promise<number>): Promise<number> {
  let sum = 0;
  for (const item of items) sum += await count(item);
  return sum;
}

interface FilteredText extends FrequentText, DocumentGroup {
  rest: NonNullable<FrequentText['rest']>;
  /** True counts the records that do not match the search. */
  isReversed: boolean;
}

/** Returns the number of records of a group that match the search and the filters of the list. Cached. */
const countInGroup = (db: Database, from: string, filter: FilteredText): number | Promise<number> =>
  db.remember(JSON.stringify([from, filter]), (reader) => countAmong(db, reader, from, filter));

/** Counts the records of a group that match the search and the filters of the list. */
async function countAmong(db: Database, reader: Reader, from: string, filter: FilteredText): Promise<number> {
  const { expression, kind, list, isactive, impersonal, rest, column, isReversed } = filter;
  const match = toIndexQuery(expression, { kind, list, states: [isactive], impersonal, isReversed });
  const { first, last } = documentRangeOf(kind, isactive);
  const sql = `SELECT count(*) FROM searchindex found CROSS JOIN ${startAtFirst(from)}
    WHERE found.searchindex MATCH ? AND found.rowid BETWEEN ? AND ?
    AND ${column} = (${entityExpressionOf('found.rowid')})${rest.sql.replace(' WHERE ', ' AND ')}`;
  const highest = lastDocument.get(reader, { first, last })?.docid ?? 0;
  const turn = new TimeSlice(undefined);
  let count = 0;
  for (let start = first; start <= highest; start += DOCUMENTS_PER_CHECK) {
    count += reader.value<number>(sql, match, start, start + DOCUMENTS_PER_CHECK - 1, ...rest.params)!;
    if (turn.isOver) await turn.nextOf(db.serialQueue);
  }
  return count;
}
