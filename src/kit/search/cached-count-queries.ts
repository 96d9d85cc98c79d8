import { and, eq, sql } from 'drizzle-orm';
import { integer, primaryKey, sqliteTable, text } from '../data/columns.ts';
import { build, command, type Params, query } from '../data/query.ts';
import { documentRangeOf } from './document-id.ts';

/** How often a text occurs among the documents from `first` to `counted`: a temporary table, in no migration. */
const counts = sqliteTable(
  'searchcounts',
  {
    text: text().notNull(),
    first: integer().notNull(),
    counted: integer().notNull(),
    found: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.first, t.text] })],
);

export const countOf = query((given: Params<{ text: string; first: number }>) =>
  build
    .select({ counted: counts.counted, found: counts.found })
    .from(counts)
    .where(and(eq(counts.first, given.first), eq(counts.text, given.text))),
);

export const putCount = command((given: Params<typeof counts.$inferSelect>) =>
  build
    .insert(counts)
    .values({ text: given.text, first: given.first, counted: given.counted, found: given.found })
    .onConflictDoUpdate({
      target: [counts.first, counts.text],
      set: { counted: sql`excluded.counted`, found: sql`excluded.found` },
    }),
);

/** Of those that are counted to the end; one that is still being counted would be begun anew, and never end. */
export const dropOldest = command((given: Params<{ most: number }>) =>
  build.delete(counts).where(
    sql`rowid IN (SELECT rowid FROM searchcounts WHERE counted = first + ${documentRangeOf(0, false).last}
        ORDER BY rowid DESC LIMIT -1 OFFSET ${given.most})`,
  ),
);
