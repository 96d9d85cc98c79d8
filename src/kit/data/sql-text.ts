import { type SQL, sql } from 'drizzle-orm';
import { dialect } from './build.ts';
import type { Value } from './reader.ts';

/** Returns a piece of SQL as text with its values. Columns have the form `"table"."column"`. */
export function sqlOf(piece: SQL): { sql: string; params: Value[] } {
  const written = dialect.sqlToQuery(piece);
  return { sql: written.sql, params: written.params as Value[] };
}

/**
 * Returns a piece of SQL without values, for texts that are built once. Throws an Error when it has values.
 */
export function toConstantSql(piece: SQL): string {
  const written = sqlOf(piece);
  if (written.params.length > 0)
    throw new Error(`This SQL has parameters: ${written.sql}. Insert constants with sql.raw.`);
  return written.sql;
}

export { type SQL, sql };
