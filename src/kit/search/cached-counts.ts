import type { Database } from '../data/database.ts';
import type { Tx } from '../data/tx.ts';
import { TimeSlice, TURN_MS } from '../time-slice.ts';
import { countOf, dropOldest, putCount } from './cached-count-queries.ts';
import { documentRangeOf, groupWordOf } from './document-id.ts';
import { type SearchExpression, toMatch } from './expression.ts';
import { countMatches, lastDocument } from './queries.ts';

/** The maximum number of counted texts. Each changed document is compared with all of them. */
const MAX_COUNTED_TEXTS = 64;
/** The number of documents that the first step counts. */
const FIRST_STEP = 8192;

/** The counts are in memory, on the writing connection, so that a rollback of a transaction includes them. */
const SETUP = [
  `CREATE TEMP TABLE searchcounts (text TEXT NOT NULL, clauses TEXT NOT NULL, first INTEGER NOT NULL,
    counted INTEGER NOT NULL, found INTEGER NOT NULL, PRIMARY KEY (first, text))`,
  `CREATE TEMP TRIGGER searchcounts_insert AFTER INSERT ON searchdocs BEGIN
    UPDATE searchcounts SET found = found + 1 WHERE new.docid BETWEEN first AND counted AND ${matches('new')};
  END`,
  `CREATE TEMP TRIGGER searchcounts_delete AFTER DELETE ON searchdocs BEGIN
    UPDATE searchcounts SET found = found - 1 WHERE old.docid BETWEEN first AND counted AND ${matches('old')};
  END`,
  `CREATE TEMP TRIGGER searchcounts_update AFTER UPDATE OF body, personal ON searchdocs BEGIN
    UPDATE searchcounts SET found = found + (${matches('new')}) - (${matches('old')})
      WHERE new.docid BETWEEN first AND counted;
  END`,
];

/** Returns SQL that reports whether a document fulfills all clauses of a count. */
function matches(row: 'new' | 'old'): string {
  const hasNeedle = `EXISTS (SELECT 1 FROM json_each(c.value, '$.needles') n
    WHERE instr(${row}.body, n.value) > 0 OR instr(${row}.personal, n.value) > 0)`;
  return `NOT EXISTS (SELECT 1 FROM json_each(clauses) c WHERE ${hasNeedle} = (c.value ->> 'isExcluded'))`;
}

/** Creates the table and triggers of the counts. Called once, before any search. */
export const setUpCounts = (tx: Tx): void => {
  for (const statement of SETUP) tx.runUnjournaled(statement);
};

/** The active documents of a kind, or the inactive ones. */
export interface DocumentGroup {
  kind: number;
  isactive: boolean;
}

/** A search in the documents of a group. */
interface Counting {
  expression: SearchExpression;
  /** The query of the word index. */
  text: string;
  first: number;
  last: number;
}

/**
 * Returns how many documents of the group match an expression with very many hits. Counts once, in time
 * slices. From then on triggers update the count with each changed document.
 */
export async function readCachedCount(
  db: Database,
  expression: SearchExpression,
  { kind, isactive }: DocumentGroup,
): Promise<number> {
  const turn = new TimeSlice(undefined);
  let step = FIRST_STEP;
  const text = toMatch(expression, [groupWordOf(kind, isactive)]);
  const counting = { expression, text, ...documentRangeOf(kind, isactive) };
  let progress = db.read((reader) => countOf.get(reader, counting));
  while (progress?.counted !== counting.last) {
    const began = performance.now();
    progress = db.writeUnaudited((tx) => countOn(tx, counting, step));
    const took = performance.now() - began;
    // Each step opens the index again, so the steps grow until one takes about half a time slice.
    if (took < TURN_MS / 4) step *= 2;
    if (turn.isOver) await turn.nextOf(db.serialQueue);
  }
  return progress.found;
}

/** Counts the next documents. Continues after those that another caller has counted since. */
function countOn(tx: Tx, { expression, text, first, last }: Counting, step: number) {
  const progress = countOf.get(tx, { text, first }) ?? { counted: first - 1, found: 0 };
  if (progress.counted === last) return progress;
  const start = progress.counted + 1;
  const highest = lastDocument.get(tx, { first, last })?.docid ?? first;
  const counted = start + step > highest ? last : start + step;
  const { n } = countMatches.get(tx, { match: text, first: start, last: counted })!;
  const found = progress.found + n;
  const clauses = JSON.stringify(
    expression.map(({ needles, isExcluded }) => ({ needles, isExcluded: Number(isExcluded) })),
  );
  putCount.run(tx, { text, clauses, first, counted, found });
  dropOldest.run(tx, { most: MAX_COUNTED_TEXTS });
  return { counted, found };
}
