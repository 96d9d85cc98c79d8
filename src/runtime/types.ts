import type { Worker } from 'node:worker_threads';
import type { AnyElysia } from 'elysia';
import type { HashCost } from './argon2id.ts';

export type { HashCost };

export type Value = string | number | null | Uint8Array;

/** A prepared statement. */
export interface Statement {
  all(...params: Value[]): unknown[];
  /** Returns the first row; undefined when there is none. */
  get(...params: Value[]): unknown;
  run(...params: Value[]): { changes: number };
  /**
   * Yields rows one at a time. The statement is busy until the last one is read, or until the iterator is
   * returned.
   */
  iterate(...params: Value[]): IterableIterator<unknown>;
}

/** A connection to a database file. */
export interface Sqlite {
  /** Prepares a statement. It is not cached: callers that run it again store it. */
  prepare(sql: string): Statement;
  /** Runs a text of one or more statements. */
  exec(sql: string): void;
  /**
   * Returns the rows of a statement that runs once. It is finalized at once, so that `close` releases the
   * file.
   */
  ask(sql: string, ...params: Value[]): unknown[];
  /**
   * Yields the rows of a statement that runs once. It is finalized when the last row is read or the iterator
   * is returned.
   */
  each(sql: string, ...params: Value[]): IterableIterator<unknown>;
  readonly inTransaction: boolean;
  close(): void;
}

/** Certificate and key, both PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

export interface ListenOptions {
  host: string;
  /** The port to listen on; 0 takes a free one. */
  port: number;
  /** The certificate and the key for HTTPS; absent for plain HTTP. */
  tls?: KeyPair;
  /** The maximum bytes of a request body, on every route. */
  maxRequestBodySize: number;
  /** Seconds without traffic after which a connection is closed, 0 to 255. */
  idleTimeout: number;
}

export interface Listener {
  /** The URL on this machine, without a slash at the end. */
  url: string;
  port: number;
  /**
   * Serves new connections with another pair; open requests finish with the old one. On failure it throws,
   * and the old pair stays in use.
   */
  swapCertificate(pair: KeyPair): Promise<void>;
  /** Accepts no new connection, lets open requests finish for at most `graceMs`, then closes them. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Access to the connection of a request. There is one instance for each application, shared by its listeners.
 */
export interface Transport {
  /** Returns the remote address of the socket; `''` when it is closed. */
  addressOf(req: Request): string;
  /**
   * Returns the scheme of the listener that received the request. The `url` of a request contains it on only
   * one of the runtimes.
   */
  schemeOf(req: Request): 'http' | 'https';
  /**
   * Returns undefined when the request may run at once; otherwise a promise that resolves when it may. This
   * keeps a connection with many concurrent requests from delaying other callers.
   */
  turnOf(req: Request): Promise<void> | undefined;
  /** Disables the idle timeout of the connection for this request. */
  disableIdleTimeout(req: Request): void;
}

/** Options of `fetch` beyond the standard ones; Node.js supports none of them. */
export interface FetchExtras {
  tls?: { rejectUnauthorized: boolean };
}

/** The differences between the runtimes; `#runtime` is the current one. */
export interface Runtime<W extends Transport> {
  /** The name and version, such as `bun 1.4.5`. */
  name: string;
  /** Opens or creates the file. Throws an error with the code of SQLite as `code`. */
  openSqlite(path: string): Sqlite;
  /** Returns an Argon2id hash as a PHC string. `cost` defaults to ARGON2ID. */
  hashPassword(password: string, cost?: HashCost): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /**
   * Returns a response with the file. The listener sends the part that the Range header of the request
   * selects.
   */
  fileResponse(path: string, headers: Headers): Response;
  /**
   * Returns options with which `fetch` accepts any certificate. On Node.js, which has no such option, the
   * whole process accepts any certificate from then on.
   */
  trustAnyCertificate(): FetchExtras;
  /**
   * Starts a worker thread that does not keep the process running. `file` is relative to the root of the
   * project and ends in `.worker.ts`. If the runtime supports it, the thread ends when its heap exceeds `mb`
   * megabytes.
   */
  startWorker(file: string, mb: number): Worker;
  /** On Bun, releases the memory of large bodies now. On Node.js, does nothing. */
  collectGarbage(): void;
  /**
   * On Bun, also releases the compiled code of finished work. The next run of such work is slower by a few
   * milliseconds. On Node.js, does nothing.
   */
  shrinkMemory(): void;
  createTransport(): W;
  /** Listens on one address. Throws an error with the code EADDRINUSE when another program uses the port. */
  listen(app: AnyElysia, transport: W, options: ListenOptions): Promise<Listener>;
}
