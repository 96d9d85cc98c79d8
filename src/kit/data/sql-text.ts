import { type SQL, sql } from 'drizzle-orm';
import { dialect } from './build.ts';
import type { Value } from './reader.ts';

/** A piece of SQL as text with its values, columns as `"table"."column"`. */
export function sqlOf(piece: SQL): { sql: string; params: Value[] } {
  const written = dialect.sqlToQuery(piece);
  return { sql: written.sql, params: written.params as Value[] };
}

/** A piece of SQL that takes no values, for texts that are put together once. Throws an Error when it takes some. */
export function toConstantSql(piece: SQL): string {
  const written = sqlOf(piece);
  if (written.params.length > 0)
    throw new Error(`This SQL takes values: ${written.sql}. Write constants into it with sql.raw.`);
  return written.sql;
}

export { type SQL, sql };
