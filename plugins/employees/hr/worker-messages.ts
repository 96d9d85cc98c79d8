import type { HrError } from './hr-error.ts';
import type { Sockets } from './sockets.ts';
import type { HrSource } from './source.ts';
import type { HrStatement } from './statement.ts';

/** Maximum connections of one pool. */
export const CONNECTIONS = 4;
/** Seconds that an unused connection stays open. */
export const IDLE_SECONDS = 30;
/** Milliseconds that the server may work on one statement. This is less than the timeout of a query here. */
export const STATEMENT_MS = 2500;

/** A row of the statements. Each cell is text or null. */
export type HrRow = Readonly<Record<string, unknown>>;

/** A small pool of connections to an HR database. Each is opened when it is first needed. */
export interface Connections {
  /** Runs a statement in a read-only transaction. */
  rows(statement: HrStatement): Promise<readonly HrRow[]>;
  /** Closes all connections at once. */
  end(): void;
}

/** Opens a pool for a source over sockets that lead only to its checked address. */
export type OpenPool = (source: HrSource, sockets: Sockets) => Connections;

/**
 * Messages to the worker thread with the drivers: first the server to connect to, then statements, and
 * finally the request to end.
 */
export type HrWorkerRequest =
  | { source: HrSource; address: string }
  | { id: number; statement: HrStatement }
  | { end: true };
export type HrWorkerResponse =
  | { id: number; rows: readonly HrRow[] }
  | { id: number; failed: Pick<HrError, 'kind' | 'message'> };
