import type { HrError } from './hr-error.ts';
import type { Sockets } from './sockets.ts';
import type { HrSource } from './source.ts';
import type { HrStatement } from './statement.ts';

export const CONNECTIONS = 4;
/** Seconds that an unused connection is kept. */
export const IDLE_SECONDS = 30;
/** Milliseconds that the server may work on one statement: less than we wait for it. */
export const STATEMENT_MS = 2500;

/** A row as the statements ask for it: each cell is text. */
export type HrRow = Readonly<Record<string, unknown>>;

/** A few connections to an HR database, each made when it is first needed. */
export interface Connections {
  /** Runs a statement that reads, in a transaction that cannot write. */
  rows(statement: HrStatement): Promise<readonly HrRow[]>;
  /** Drops every connection at once. */
  end(): void;
}

export type OpenPool = (source: HrSource, sockets: Sockets) => Connections;

/** What the thread with the drivers is told: where to go, then what to ask, and when to end. */
export type HrWorkerRequest =
  | { source: HrSource; address: string }
  | { id: number; statement: HrStatement }
  | { end: true };
export type HrWorkerResponse =
  | { id: number; rows: readonly HrRow[] }
  | { id: number; failed: Pick<HrError, 'kind' | 'message'> };
