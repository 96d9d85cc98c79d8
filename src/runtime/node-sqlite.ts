import Database from 'better-sqlite3';
import type { Sqlite, Statement, Value } from './types.ts';

type Prepared = Database.Statement<unknown[]>;
type Rows = IterableIterator<unknown>;

/** Opens or creates the file with better-sqlite3, and levels what it does otherwise than `bun:sqlite`. */
export function openSqlite(path: string): Sqlite {
  // Whoever wants to wait for a lock says so with PRAGMA busy_timeout.
  const database = new Database(path, { timeout: 0 });
  // Otherwise nothing could be written while rows are read one at a time.
  database.unsafeMode(true);
  const open = new Set<Rows>();
  return {
    prepare(sql) {
      const prepared = database.prepare<unknown[]>(sql);
      return prepared.reader ? reading(prepared, open) : writing(prepared);
    },
    exec: (sql) => void database.exec(sql),
    get inTransaction() {
      return database.inTransaction;
    },
    close() {
      // It refuses to close under rows that somebody has not read to their end.
      for (const rows of open) rows.return?.();
      database.close();
    },
  };
}

/** A number would be bound as REAL, and would be `5.0` wherever it becomes text. */
const bound = (params: Value[]): unknown[] =>
  params.map((value) => (Number.isSafeInteger(value) ? BigInt(value as number) : value));

function reading(prepared: Prepared, open: Set<Rows>): Statement {
  return {
    all: (...params) => prepared.all(...bound(params)),
    get: (...params) => prepared.get(...bound(params)),
    run: (...params) => ({ changes: prepared.run(...bound(params)).changes }),
    *iterate(...params) {
      const rows = prepared.iterate(...bound(params));
      open.add(rows);
      try {
        yield* rows;
      } finally {
        open.delete(rows);
      }
    },
  };
}

/** Asked for rows, a statement that has none would throw instead of running. */
function writing(prepared: Prepared): Statement {
  const run: Statement['run'] = (...params) => ({ changes: prepared.run(...bound(params)).changes });
  return {
    run,
    all(...params) {
      run(...params);
      return [];
    },
    get(...params) {
      run(...params);
      return undefined;
    },
    iterate(...params) {
      run(...params);
      return [].values();
    },
  };
}
