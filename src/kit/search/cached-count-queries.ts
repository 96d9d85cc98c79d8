import { and, eq, sql } from 'drizzle-orm';
import { integer, primaryKey, sqliteTable, text } from '../data/columns.ts';
import { build, command, type Params, query } from '../data/query.ts';
import { documentRangeOf } from './document-id.ts';

/**
 * The number of documents from `first` to `counted` that match a query of the word index, and its clauses as
 * JSON. A temporary table, so it is in no migration.
 */
const counts = sqliteTable(
  'searchcounts',
  {
    text: text().notNull(),
    clauses: text().notNull(),
    first: integer().notNull(),
    counted: integer().notNull(),
    found: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.first, t.text] })],
);

export const countOf = query((params: Params<{ text: string; first: number }>) =>
  build
    .select({ counted: counts.counted, found: counts.found })
    .from(counts)
    .where(and(eq(counts.first, params.first), eq(counts.text, params.text))),
);

export const putCount = command((params: Params<typeof counts.$inferSelect>) =>
  build
    .insert(counts)
    .values({
      text: params.text,
      clauses: params.clauses,
      first: params.first,
      counted: params.counted,
      found: params.found,
    })
    .onConflictDoUpdate({
      target: [counts.first, counts.text],
      set: { counted: sql`excluded.counted`, found: sql`excluded.found` },
    }),
);

/**
 * Deletes all complete counts except the newest `most`. Incomplete counts stay: a deleted one would be
 * started again, and would never be complete.
 */
export const dropOldest = command((params: Params<{ most: number }>) =>
  build.delete(counts).where(
    sql`rowid IN (SELECT rowid FROM searchcounts WHERE counted = first + ${documentRangeOf(0, false).last}
        ORDER BY rowid DESC LIMIT -1 OFFSET ${params.most})`,
  ),
);
