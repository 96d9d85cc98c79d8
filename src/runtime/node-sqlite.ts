import Database from 'better-sqlite3';
import type { Sqlite, Statement, Value } from './types.ts';

type NodeStatement = Database.Statement<unknown[]>;
type Bind = (params: Value[]) => unknown[];
type Rows = IterableIterator<unknown>;

/** Opens or creates the file with better-sqlite3, and evens out its differences from `bun:sqlite`. */
export function openSqlite(path: string): Sqlite {
  // Callers that want to wait for a lock set PRAGMA busy_timeout.
  const database = new Database(path, { timeout: 0 });
  // In the safe mode, no write would be possible while rows are read one at a time.
  database.unsafeMode(true);
  const open = new Set<Rows>();
  const prepare = (sql: string): Statement => {
    const prepared = database.prepare<unknown[]>(sql);
    const bind = isNumbered(sql) ? byNumber : inOrder;
    return prepared.reader ? toReadStatement(prepared, bind, open) : toWriteStatement(prepared, bind);
  };
  return {
    prepare,
    exec: (sql) => void database.exec(sql),
    ask: (sql, ...params) => prepare(sql).all(...params),
    each: (sql, ...params) => prepare(sql).iterate(...params),
    get inTransaction() {
      return database.inTransaction;
    },
    close() {
      // The connection cannot be closed while rows are not read to their end.
      for (const rows of open) rows.return?.();
      database.close();
    },
  };
}

/** Binds integers as BigInt. A number would be bound as REAL and would become `5.0` in text. */
const inOrder: Bind = (params) =>
  params.map((value) => (Number.isSafeInteger(value) ? BigInt(value as number) : value));

/** In better-sqlite3, `?1` is a parameter with the name 1. */
const byNumber: Bind = (params) => [
  Object.fromEntries(inOrder(params).map((value, index) => [index + 1, value])),
];

const isNumbered = (sql: string): boolean => /\?\d/.test(sql.replace(/'[^']*'|"[^"]*"|--.*/g, ''));

function toReadStatement(prepared: NodeStatement, bind: Bind, open: Set<Rows>): Statement {
  return {
    all: (...params) => prepared.all(...bind(params)),
    get: (...params) => prepared.get(...bind(params)),
    run: (...params) => ({ changes: prepared.run(...bind(params)).changes }),
    *iterate(...params) {
      const rows = prepared.iterate(...bind(params));
      open.add(rows);
      try {
        yield* rows;
      } finally {
        open.delete(rows);
      }
    },
  };
}

/** Returns a statement without rows. Its read methods would throw instead of running it. */
function toWriteStatement(prepared: NodeStatement, bind: Bind): Statement {
  const run: Statement['run'] = (...params) => ({ changes: prepared.run(...bind(params)).changes });
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
