import type { Sqlite, Statement } from '#runtime';
import type { Moment } from '../clock.ts';
import { AppError } from '../errors.ts';
import { Reader, type Row, type Value } from './reader.ts';
import { Statements } from './statements.ts';

/**
 * A view of the data as it was at one moment, on a connection of its own: what is read over many turns of the event
 * loop is not disturbed by writes, and disturbs none. Whoever opens it closes it.
 */
export class Snapshot {
  readonly reader: SnapshotReader;
  private isClosed = false;

  constructor(
    private readonly sqlite: Sqlite,
    moment: Moment,
    private readonly closed: (snapshot: Snapshot) => void = () => undefined,
    statements = new Statements(sqlite),
  ) {
    sqlite.exec('PRAGMA query_only = ON');
    // Many may read at once, and each page is read once: 2 MB.
    sqlite.exec('PRAGMA cache_size = -2000');
    sqlite.exec('PRAGMA temp_store = MEMORY');
    sqlite.exec('BEGIN');
    this.reader = new SnapshotReader(statements, () => moment);
    // The moment is that of the first read.
    this.reader.value('SELECT count(*) FROM sqlite_schema');
  }

  readonly close = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closed(this);
    this.reader.end();
    // First: a connection stays open until the garbage collector has been at its statements, and would hold the moment.
    if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
    this.sqlite.close();
  };
}

/** Reading that ends with its snapshot: a statement whose rows are not read to their end would hold the moment. */
class SnapshotReader extends Reader {
  private readonly open = new Set<Iterator<unknown>>();
  private isOver = false;

  end(): void {
    this.isOver = true;
    for (const rows of this.open) rows.return?.();
  }

  protected override of(sql: string): Statement {
    if (this.isOver) throw tooLong();
    return super.of(sql);
  }

  /** Throws once the snapshot is closed: what was read of the rows so far is not all of them. */
  override *iterate<T = Row>(sql: string, ...params: Value[]): Generator<T> {
    const rows = super.iterate<T>(sql, ...params);
    this.open.add(rows);
    try {
      for (const row of rows) {
        yield row;
        if (this.isOver) throw tooLong();
      }
    } finally {
      this.open.delete(rows);
    }
  }
}

const tooLong = () =>
  new AppError('BUSY', 'This took so long that it stood in the way of others. Ask for less, or later.');
