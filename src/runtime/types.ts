import type { Worker } from 'node:worker_threads';
import type { AnyElysia } from 'elysia';
import type { HashCost } from './argon2id.ts';

export type { HashCost };

export type Value = string | number | null | Uint8Array;

/** One prepared statement. */
export interface Statement {
  all(...params: Value[]): unknown[];
  /** The first row; undefined when there is none. */
  get(...params: Value[]): unknown;
  run(...params: Value[]): { changes: number };
  /** Rows one at a time; the statement is busy until the last one, or until the iterator is returned. */
  iterate(...params: Value[]): IterableIterator<unknown>;
}

/** One connection to a database file. */
export interface Sqlite {
  /** Prepared anew at each call: whoever runs it again keeps it. */
  prepare(sql: string): Statement;
  /** Runs a text of one or more statements. */
  exec(sql: string): void;
  /** The rows of a statement that is asked once: nothing of it stays open, so that `close` lets go of the file. */
  ask(sql: string, ...params: Value[]): unknown[];
  /** The same, one row at a time. Nothing stays open once the last row is read or the iterator is returned. */
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
  /** 0 takes a free port. */
  port: number;
  /** Absent: plain HTTP. */
  tls?: KeyPair;
  /** Bytes, for every route. */
  maxRequestBodySize: number;
  /** Seconds without traffic after which a connection is closed, 0 to 255. */
  idleTimeout: number;
}

export interface Listener {
  /** Reachable from this machine, without a slash at the end. */
  url: string;
  port: number;
  /** Serves new connections with another pair; requests in flight finish on the old one. Throws and keeps the old pair on failure. */
  swapCertificate(pair: KeyPair): Promise<void>;
  /** Takes no new connection, lets requests in flight finish for at most `graceMs`, then closes them. */
  stop(graceMs: number): Promise<void>;
}

/** What only the listener knows of a request. One for each application; its listeners share it. */
export interface Transport {
  /** The address at the other end of the socket; `''` when it is gone. */
  addressOf(req: Request): string;
  /** How the listener was spoken to. A request's own `url` says it on one of the runtimes alone. */
  schemeOf(req: Request): 'http' | 'https';
  /**
   * Undefined where the request may be worked on at once; otherwise settles when its turn comes: whoever sends many on
   * one connection without waiting for answers holds nobody else up.
   */
  turnOf(req: Request): Promise<void> | undefined;
  /** Lets the request be held past the idle timeout. */
  disableIdleTimeout(req: Request): void;
}

/** What `fetch` takes beside the usual options; Node knows none of it. */
export interface FetchExtras {
  tls?: { rejectUnauthorized: boolean };
}

/** What differs between the runtimes; `#runtime` is the one that runs. */
export interface Runtime<W extends Transport> {
  /** For example `bun 1.4.5`. */
  name: string;
  /** Opens or creates the file; throws with SQLite's code as `code`. */
  openSqlite(path: string): Sqlite;
  /** An Argon2id hash as a PHC string; `cost` is ARGON2ID unless given. */
  hashPassword(password: string, cost?: HashCost): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** The file as an answer; of it, the listener sends the part that the request's Range header asks for. */
  fileResponse(path: string, headers: Headers): Response;
  /** Options with which `fetch` takes any certificate. On Node, where none says so, the whole process does from then on. */
  trustAnyCertificate(): FetchExtras;
  /**
   * Starts the file, which is named from the project's root and ends in `.worker.ts`, in a thread that keeps no process
   * running. Where the runtime can, the thread ends when its heap outgrows so many megabytes.
   */
  startWorker(file: string, mb: number): Worker;
  /** Gives back now what large bodies left in the memory, where the runtime would wait with it. */
  collectGarbage(): void;
  /** The same, and what was compiled for work that is over: the next of it is slower by a few milliseconds. */
  shrinkMemory(): void;
  createTransport(): W;
  /** Listens on one address. Throws with code EADDRINUSE when another program has the port. */
  listen(app: AnyElysia, wire: W, options: ListenOptions): Promise<Listener>;
}
