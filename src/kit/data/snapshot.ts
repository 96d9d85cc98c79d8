import type { Sqlite, Statement } from '#runtime';
import type { Moment } from '../clock.ts';
import { AppError } from '../errors.ts';
import { Reader, type Row, type Value } from './reader.ts';
import { Statements } from './statements.ts';

/**
 * A view of the data at one moment, on its own connection. A read that takes many turns of the event loop is
 * not affected by writes and does not block them. The caller that opens it must close it. The appliance may
 * close it earlier, and reads then throw 503 BUSY.
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
    // The cache has only 2 MB, because many snapshots may be open and each reads a page only once.
    sqlite.exec('PRAGMA cache_size = -2000');
    sqlite.exec('PRAGMA temp_store = MEMORY');
    sqlite.exec('BEGIN');
    this.reader = new SnapshotReader(statements, () => moment);
    // The first read determines the moment of the snapshot.
    this.reader.value('SELECT count(*) FROM sqlite_schema');
  }

  readonly close = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closed(this);
    this.reader.end();
    // The transaction ends first. The connection itself stays open until the garbage collector frees its
    // statements, and would keep the snapshot alive until then.
    if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
    this.sqlite.close();
  };
}

/**
 * A reader that ends with its snapshot. A statement whose rows are not read to the end would keep the
 * snapshot alive.
 */
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

  /**
   * Returns the rows one at a time. Throws once the snapshot is closed, because the rows read so far are
   * incomplete.
   */
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
  new AppError('BUSY', 'The request took too long and was stopped. Request less data, or try again later.');
