import type { Database } from '../data/database.ts';
import type { Tx } from '../data/tx.ts';
import { TimeSlice, TURN_MS } from '../time-slice.ts';
import { lookup } from './condition.ts';
import { countOf, dropOldest, putCount } from './cached-count-queries.ts';
import { lastDocument } from './queries.ts';

/** As many texts are kept; every document that changes is compared with each of them. */
const MAX_COUNTED_TEXTS = 64;
/** Documents that are counted in the first step. */
const FIRST_STEP = 8192;

/** In memory, on the connection that writes, and so taken back with a transaction that is taken back. */
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

/** Once, before anything is searched. */
export const setUpCounts = (tx: Tx): void => {
  for (const statement of SETUP) tx.unjournalled(statement);
};

/** Documents, by their numbers. */
interface Range {
  first: number;
  last: number;
}

/**
 * How many documents of the range contain a text that very many do. It is counted once, in turns; from then on the
 * database keeps the count right with each document that changes.
 */
export async function readCachedCount(db: Database, needle: string, range: Range): Promise<number> {
  const turn = new TimeSlice(undefined);
  let step = FIRST_STEP;
  let known = db.read((reader) => countOf.get(reader, { text: needle, first: range.first }));
  while (known?.counted !== range.last) {
    const began = performance.now();
    known = db.writeUnaudited((tx) => countOn(tx, needle, range, step));
    const took = performance.now() - began;
    // Each step opens the index anew, so they grow until one takes about half a turn.
    if (took < TURN_MS / 4) step *= 2;
    if (turn.isOver) await turn.nextOf(db.serialQueue);
  }
  return known.found;
}

/** Counts the next documents. What others have counted meanwhile is not counted again. */
function countOn(tx: Tx, needle: string, { first, last }: Range, step: number) {
  const known = countOf.get(tx, { text: needle, first }) ?? { counted: first - 1, found: 0 };
  if (known.counted === last) return known;
  const start = known.counted + 1;
  const highest = lastDocument.get(tx, { first, last })?.docid ?? first;
  const counted = start + step > highest ? last : start + step;
  const { index, match } = lookup(needle);
  const more = tx.value<number>(
    `SELECT count(*) FROM ${index} WHERE ${index} MATCH ? AND rowid BETWEEN ? AND ?`,
    match,
    start,
    counted,
  )!;
  const found = known.found + more;
  putCount.run(tx, { text: needle, first, counted, found });
  dropOldest.run(tx, { most: MAX_COUNTED_TEXTS });
  return { counted, found };
}
