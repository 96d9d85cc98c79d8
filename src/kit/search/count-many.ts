import type { Database } from '../data/database.ts';
import type { Value } from '../data/reader.ts';
import { TURN_MS, Turn } from '../give-way.ts';
import { lookup } from './condition.ts';
import { documentsOf, entityOf } from './document-id.ts';
import { lastDocument } from './queries.ts';

/** A text that many records of a list contain. */
export interface Many {
  needle: string;
  kind: number;
  onlyActive: boolean;
  /** The column with the record's id. */
  column: string;
  /** What else the list asks for, over its own tables. */
  rest: { sql: string; params: Value[] } | undefined;
}

/** Documents that the first question looks at. */
const FIRST_STRIDE = 8192;

/**
 * How many records of the list contain the text: counted in turns, because a million texts take a while. Each question
 * opens the index anew, so they grow until one takes about half a turn.
 */
export async function countMany(db: Database, from: string, many: Many): Promise<number> {
  const { sql, params } = counting(from, many);
  const turn = new Turn();
  let stride = FIRST_STRIDE;
  let count = 0;
  for (const isactive of many.onlyActive ? [true] : [false, true]) {
    const range = documentsOf(many.kind, isactive);
    const last = db.read((reader) => lastDocument.get(reader, range)?.docid ?? 0);
    for (let start = range.first; start <= last; ) {
      const began = performance.now();
      const end = Math.min(start + stride, last + 1);
      count += db.read((reader) => reader.value<number>(sql, ...params(start, end))!);
      const took = performance.now() - began;
      if (took < TURN_MS / 4) stride *= 2;
      else if (took > TURN_MS) stride = Math.ceil(stride / 2);
      start = end;
      if (turn.isOver) await turn.next();
    }
  }
  return count;
}

/** The statement that counts among the documents of a range. */
function counting(from: string, { needle, rest, column }: Many) {
  const { index, match } = lookup(needle);
  const own = rest ? ` CROSS JOIN ${from.replace(' JOIN ', ' CROSS JOIN ')}` : '';
  const also = rest
    ? ` AND ${column} = (${entityOf('found.rowid')})${rest.sql.replace(' WHERE ', ' AND ')}`
    : '';
  return {
    sql: `SELECT count(*) FROM ${index} found${own} WHERE found.${index} MATCH ? AND found.rowid >= ? AND found.rowid < ?${also}`,
    params: (start: number, end: number): Value[] => [match, start, end, ...(rest?.params ?? [])],
  };
}
