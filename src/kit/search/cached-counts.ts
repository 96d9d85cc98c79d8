import type { Database } from '../data/database.ts';
import type { Tx } from '../data/tx.ts';
import { TimeSlice, TURN_MS } from '../time-slice.ts';
import { countOf, dropOldest, putCount } from './cached-count-queries.ts';
import { lookup } from './condition.ts';
import { lastDocument } from './queries.ts';

/** The maximum number of counted texts. Each changed document is compared with all of them. */
const MAX_COUNTED_TEXTS = 64;
/** The number of documents that the first step counts. */
const FIRST_STEP = 8192;

/** The counts are in memory, on the writing connection, so that a rollback of a transaction includes them. */
const SETUP = [
  `CREATE TEMP TABLE searchcounts (text TEXT NOT NULL, first INTEGER NOT NULL, counted INTEGER NOT NULL,
    found INTEGER NOT NULL, PRIMARY KEY (first, text))`,
  `CREATE TEMP TRIGGER searchcounts_insert AFTER INSERT ON searchdocs BEGIN
    UPDATE searchcounts SET found = found + 1
      WHERE new.docid BETWEEN first AND counted AND instr(new.body, text) > 0;
  END`,
  `CREATE TEMP TRIGGER searchcounts_delete AFTER DELETE ON searchdocs BEGIN
    UPDATE searchcounts SET found = found - 1
      WHERE old.docid BETWEEN first AND counted AND instr(old.body, text) > 0;
  END`,
  `CREATE TEMP TRIGGER searchcounts_update AFTER UPDATE OF body ON searchdocs BEGIN
    UPDATE searchcounts SET found = found + (instr(new.body, text) > 0) - (instr(old.body, text) > 0)
      WHERE new.docid BETWEEN first AND counted;
  END`,
];

/** Creates the table and triggers of the counts. Called once, before any search. */
export const setUpCounts = (tx: Tx): void => {
  for (const statement of SETUP) tx.runUnjournaled(statement);
};

/** A range of document numbers. */
interface Range {
  first: number;
  last: number;
}

/**
 * Returns how many documents of the range contain a very frequent text. Counts once, in time slices. From
 * then on triggers update the count with each changed document.
 */
export async function readCachedCount(db: Database, needle: string, range: Range): Promise<number> {
  const turn = new TimeSlice(undefined);
  let step = FIRST_STEP;
  let progress = db.read((reader) => countOf.get(reader, { text: needle, first: range.first }));
  while (progress?.counted !== range.last) {
    const began = performance.now();
    progress = db.writeUnaudited((tx) => countOn(tx, needle, range, step));
    const took = performance.now() - began;
    // Each step opens the index again, so the steps grow until one takes about half a time slice.
    if (took < TURN_MS / 4) step *= 2;
    if (turn.isOver) await turn.nextOf(db.serialQueue);
  }
  return progress.found;
}

/** Counts the next documents. Continues after those that another caller has counted since. */
function countOn(tx: Tx, needle: string, { first, last }: Range, step: number) {
  const progress = countOf.get(tx, { text: needle, first }) ?? { counted: first - 1, found: 0 };
  if (progress.counted === last) return progress;
  const start = progress.counted + 1;
  const highest = lastDocument.get(tx, { first, last })?.docid ?? first;
  const counted = start + step > highest ? last : start + step;
  const { index, match } = lookup(needle);
  const more = tx.value<number>(
    `SELECT count(*) FROM ${index} WHERE ${index} MATCH ? AND rowid BETWEEN ? AND ?`,
    match,
    start,
    counted,
  )!;
  const found = progress.found + more;
  putCount.run(tx, { text: needle, first, counted, found });
  dropOldest.run(tx, { most: MAX_COUNTED_TEXTS });
  return { counted, found };
}
