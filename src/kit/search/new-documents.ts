import type { Batch } from '../data/deferred-writes.ts';
import type { Value } from '../data/reader.ts';
import type { SearchDoc } from '../tables.ts';

interface NewDocument extends SearchDoc {
  keys: ReadonlySet<string>;
}

/** The number of rows in one statement. Each number is a statement text of its own, which stays prepared. */
const BATCH_ROWS = 16;

type Run = (sql: string, ...params: Value[]) => void;

/**
 * Writes new documents in groups. SQLite writes the pending part of a text index as a new segment at each
 * statement that may be rolled back. One statement for a group creates a single segment, which saves later
 * merging.
 */
export const newDocuments: Batch<NewDocument> = {
  tables: ['searchdocs', 'searchindex', 'searchwords', 'searchcounts', 'searchkeys'],
  write(documents, run) {
    insert(
      run,
      'searchdocs (docid, title, subtitle, body, personal)',
      documents,
      ({ docid, title, subtitle, body, personal }) => [docid, title, subtitle, body, personal],
    );
    const keys = documents.flatMap((document) => [...document.keys].map((key) => [key, document.docid]));
    insert(run, 'searchkeys (key, docid)', keys, (pair) => pair);
  },
};

function insert<T>(run: Run, into: string, rows: readonly T[], values: (row: T) => Value[]): void {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const some = rows.slice(start, start + BATCH_ROWS).map(values);
    const one = `(${some[0]!.map(() => '?').join(', ')})`;
    run(`INSERT INTO ${into} VALUES ${some.map(() => one).join(', ')}`, ...some.flat());
  }
}
