import type { Database } from '../data/database.ts';
import type { Value } from '../data/reader.ts';
import { Turn } from '../give-way.ts';
import { entityOf, isOfKind } from './document-id.ts';
import { lastDocument } from './queries.ts';

/** A text that many records of a list contain. */
export interface Many {
  needle: string;
  /** The trigram query; undefined for a text that is too short for one. */
  match: string | undefined;
  kind: number;
  onlyActive: boolean;
  /** The column with the record's id. */
  column: string;
  /** What else the list asks for, over its own tables. */
  rest: { sql: string; params: Value[] } | undefined;
}

/** Documents that are looked at before the clock is: a few milliseconds' worth. */
const STRIDE = 8192 * 256;

/** How many records of the list contain the text: counted in turns, because a million texts take a while. */
export async function countMany(db: Database, from: string, many: Many): Promise<number> {
  const { match, needle, rest, column } = many;
  const text = match ? 'found.body MATCH ?' : 'instr(found.body, ?) > 0';
  const [table, id] = match ? ['searchindex', 'found.rowid'] : ['searchdocs', 'found.docid'];
  const own = rest ? ` CROSS JOIN ${from.replace(' JOIN ', ' CROSS JOIN ')}` : '';
  const also = rest ? ` AND ${column} = ${entityOf(id)}${rest.sql.replace(' WHERE ', ' AND ')}` : '';
  const sql = `SELECT count(*) FROM ${table} found${own} WHERE ${text} AND ${id} >= ? AND ${id} < ?
    AND ${isOfKind(id, many.kind, many.onlyActive)}${also}`;
  const last = db.read((reader) => lastDocument.get(reader)!.docid);
  const turn = new Turn();
  let count = 0;
  for (let start = 0; start <= last; start += STRIDE) {
    count += db.read(
      (reader) => reader.value<number>(sql, match ?? needle, start, start + STRIDE, ...(rest?.params ?? []))!,
    );
    if (turn.isOver) await turn.next();
  }
  return count;
}
