import type { Sqlite } from '#runtime';
import type { Moment } from '../clock.ts';
import { Reader } from './reader.ts';
import { Statements } from './statements.ts';

/**
 * A view of the data as it was at one moment, on a connection of its own: what is read over many turns of the event
 * loop is not disturbed by writes, and disturbs none. Whoever opens it closes it.
 */
export class Snapshot {
  readonly reader: Reader;
  private isClosed = false;

  constructor(
    private readonly sqlite: Sqlite,
    moment: Moment,
  ) {
    sqlite.exec('PRAGMA query_only = ON');
    sqlite.exec('PRAGMA temp_store = MEMORY');
    sqlite.exec('BEGIN');
    this.reader = new Reader(new Statements(sqlite), () => moment);
    // The moment is that of the first read.
    this.reader.value('SELECT count(*) FROM sqlite_schema');
  }

  readonly close = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    // First: a connection stays open until the garbage collector has been at its statements, and would hold the moment.
    if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
    this.sqlite.close();
  };
}
