import type { SerialQueue } from '../../../src/kit/serial-queue.ts';
import type { Connection } from './connection.ts';

/** Digests of the manifest entries that this PC has applied and cannot detect. */
export interface AppliedEntries {
  has(digest: string): boolean;
  add(digest: string): void;
  /** Forgets all other digests. An entry that was replaced and is published again is applied again. */
  keepOnly(digests: ReadonlySet<string>): void;
}

/** Dependencies that the agent needs to run a command. */
export interface AgentContext {
  connection: Connection;
  headers(): Record<string, string>;
  /** Returns the path, with the host name of this PC if it identifies itself with the shared key. */
  named(path: string): string;
  /** The shared key, if this agent has it. */
  sharedkey?: string;
  /** Kinds of reports that the server does not support. */
  unsupportedReports: Set<string>;
  /** Folder for temporary files that only the system may access. */
  work: string;
  /** Digests of applied entries that cannot be detected. They are stored across restarts. */
  applied?: AppliedEntries;
  /** Serial queue that keeps two enforcement runs from overlapping. */
  enforcing: SerialQueue;
  /** Reports whether the agent is stopping and must start no further work. */
  isEnding?(): boolean;
  /** Requests a restart of the agent, which follows after the result of the command is sent. */
  restartSoon(): void;
}
