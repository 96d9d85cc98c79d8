import type { Batch } from '../data/deferred-writes.ts';
import type { Value } from '../data/reader.ts';
import type { SearchDoc } from '../tables.ts';

interface NewDocument extends SearchDoc {
  /** For the index of short texts. */
  words: string;
  keys: ReadonlySet<string>;
}

/** Rows of one statement; each number of them is a text of its own, which stays prepared. */
const TOGETHER = 16;

type Run = (sql: string, ...params: Value[]) => void;

/**
 * Documents that are new. Whenever a statement begins that might be taken back, a text index writes down what it was
 * given so far, as a segment that is later merged with the others: one statement for all of a group makes one of them.
 */
export const newDocuments: Batch<NewDocument> = {
  tables: ['searchdocs', 'searchindex', 'searchtrigrams', 'searchcounts', 'searchshort', 'searchkeys'],
  write(documents, run) {
    insert(
      run,
      'searchdocs (docid, title, subtitle, body)',
      documents,
      ({ docid, title, subtitle, body }) => [docid, title, subtitle, body],
    );
    insert(run, 'searchshort (rowid, words)', documents, ({ docid, words }) => [docid, words]);
    const keys = documents.flatMap((document) => [...document.keys].map((key) => [key, document.docid]));
    insert(run, 'searchkeys (key, docid)', keys, (pair) => pair);
  },
};

function insert<T>(run: Run, into: string, rows: readonly T[], values: (row: T) => Value[]): void {
  for (let start = 0; start < rows.length; start += TOGETHER) {
    const some = rows.slice(start, start + TOGETHER).map(values);
    const one = `(${some[0]!.map(() => '?').join(', ')})`;
    run(`INSERT INTO ${into} VALUES ${some.map(() => one).join(', ')}`, ...some.flat());
  }
}
