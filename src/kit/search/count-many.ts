import type { Database } from '../data/database.ts';
import type { Reader, Value } from '../data/reader.ts';
import { TimeSlice } from '../time-slice.ts';
import { readCachedCount } from './cached-counts.ts';
import { toIndexQuery } from './condition.ts';
import { documentRangeOf, entityExpressionOf } from './document-id.ts';
import type { SearchExpression } from './expression.ts';
import { lastDocument } from './queries.ts';

/** A search that many records of a list match. */
export interface FrequentText {
  expression: SearchExpression;
  kind: number;
  onlyActive: boolean;
  /** True leaves personal texts out of the search. */
  impersonal?: boolean;
  /** The column with the ID of the record. */
  column: string;
  /** The other conditions of the list, on its own tables. */
  rest: { sql: string; params: Value[] } | undefined;
}

/** The number of documents to read before the clock is checked: a few milliseconds of work. */
const DOCUMENTS_PER_CHECK = 16_384;

/**
 * Returns how many records of the list match the search. Counts in time slices, because a million texts take
 * a while.
 */
export async function countFrequentText(db: Database, from: string, many: FrequentText): Promise<number> {
  let count = 0;
  for (const isactive of many.onlyActive ? [true] : [false, true]) {
    const range = documentRangeOf(many.kind, isactive);
    if (many.rest) {
      const filter = { ...many, ...range, isactive, rest: many.rest };
      count += await db.remember(JSON.stringify([from, filter]), (reader) =>
        countAmong(db, reader, from, filter),
      );
    } else count += await readCachedCount(db, many.expression, { kind: many.kind, isactive });
  }
  return count;
}

interface FilteredText extends FrequentText {
  rest: NonNullable<FrequentText['rest']>;
  isactive: boolean;
  first: number;
  last: number;
}

/** Counts the records of a range that match the search and the filters of the list. */
async function countAmong(db: Database, reader: Reader, from: string, filter: FilteredText): Promise<number> {
  const { expression, kind, isactive, impersonal, rest, column, first, last } = filter;
  const match = toIndexQuery(expression, { kind, states: [isactive], impersonal });
  const sql = `SELECT count(*) FROM searchindex found CROSS JOIN ${from.replace(' JOIN ', ' CROSS JOIN ')}
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
