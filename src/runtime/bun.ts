import { Database } from 'bun:sqlite';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ARGON2ID } from './argon2id.ts';
import { BunTransport, listen } from './bun-listen.ts';
import type { Runtime, Sqlite, Statement, Value } from './types.ts';

export type * from './types.ts';

/** The default runtime, made of what Bun provides. */
export const runtime: Runtime<BunTransport> = {
  name: `bun ${Bun.version}`,
  openSqlite,
  hashPassword: (password, { memory, rounds } = ARGON2ID) =>
    Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: memory, timeCost: rounds }),
  verifyPassword: (password, hash) => Bun.password.verify(password, hash),
  // The server itself returns the part for a Range header.
  fileResponse: (path, headers) => new Response(Bun.file(path), { headers }),
  trustAnyCertificate: () => ({ tls: { rejectUnauthorized: false } }),
  startWorker,
  collectGarbage: () => Bun.gc(true),
  shrinkMemory: () => Bun.shrink(),
  createTransport: () => new BunTransport(),
  listen,
};

/** The base of worker files. In an executable they are below its virtual folder. */
const root = new URL(import.meta.url.endsWith('/src/runtime/bun.ts') ? '../../' : './', import.meta.url);

function startWorker(file: string): Worker {
  // Bun has no limit for the heap of a thread. With `smol` it collects garbage more often.
  const options: WorkerOptions & { smol: boolean } = { smol: true };
  const worker = new Worker(new URL(file, root), options);
  worker.unref();
  return worker;
}

function openSqlite(path: string): Sqlite {
  const database = new Database(path, { create: true, strict: true });
  const prepared = new OpenStatements();
  /** Statements whose rows have not been read to the end. */
  const open = new Set<FinalizableStatement>();
  return {
    prepare(sql) {
      const statement = prepared.keep(database.prepare(sql));
      const get = statement.get.bind(statement) as Statement['get'];
      return {
        all: statement.all.bind(statement) as Statement['all'],
        get: (...params) => get(...params) ?? undefined,
        run: statement.run.bind(statement) as Statement['run'],
        iterate: statement.iterate.bind(statement) as Statement['iterate'],
      };
    },
    exec: (sql) => void database.run(sql),
    ask(sql, ...params) {
      const statement = database.prepare(sql);
      try {
        return statement.all(...params);
      } finally {
        statement.finalize();
      }
    },
    each(sql, ...params) {
      const statement = database.prepare(sql);
      open.add(statement);
      return rowsOf(statement, params, open);
    },
    get inTransaction() {
      return database.inTransaction;
    },
    close() {
      for (const statement of open) statement.finalize();
      prepared.end();
      database.close();
    },
  };
}

/** Yields the rows of an open statement, and finalizes it afterwards. */
function* rowsOf(
  statement: IterableStatement,
  params: readonly Value[],
  open: Set<FinalizableStatement>,
): IterableIterator<unknown> {
  try {
    yield* statement.iterate(...params);
  } finally {
    open.delete(statement);
    statement.finalize();
  }
}

/**
 * The statements of a connection. A statement that is not finalized would keep the file open after `close`.
 */
class OpenStatements {
  private readonly references = new Set<WeakRef<FinalizableStatement>>();
  /** True when a statement was garbage-collected before it was finalized. */
  private hasGarbage = false;
  private readonly registry = new FinalizationRegistry<WeakRef<FinalizableStatement>>((one) => {
    this.references.delete(one);
    this.hasGarbage = true;
  });

  keep<S extends FinalizableStatement>(statement: S): S {
    const one = new WeakRef<FinalizableStatement>(statement);
    this.references.add(one);
    this.registry.register(statement, one);
    return statement;
  }

  end(): void {
    const statements = [...this.references].map((one) => one.deref());
    for (const statement of statements) statement?.finalize();
    // A collected statement is freed only when it is swept, which may be much later.
    if (this.hasGarbage || statements.includes(undefined)) Bun.gc(true);
  }
}

interface FinalizableStatement {
  finalize(): void;
}

interface IterableStatement extends FinalizableStatement {
  iterate(...params: Value[]): IterableIterator<unknown>;
}
