import type { Connection } from './connection.ts';
import type { Mutex } from './mutex.ts';

/** Entries by the digest of what they say. */
export interface AppliedEntries {
  has(digest: string): boolean;
  add(digest: string): void;
  /** Forgets the others: what is published again after something else is applied again. */
  keepOnly(digests: ReadonlySet<string>): void;
}

/** What the agent needs to do what it is asked. */
export interface AgentContext {
  connection: Connection;
  headers(): Record<string, string>;
  /** The path with the name of this PC, where no credential says which one it is. */
  named(path: string): string;
  /** The key that all agents share, where this one was given it. */
  sharedkey?: string;
  /** Kinds of reports that the server has said it does not keep. */
  notkept: Set<string>;
  /** A folder that is the system's alone, for what lies there while it is used. */
  work: string;
  /** What was applied before of the entries that cannot be found again; kept across starts. */
  applied?: AppliedEntries;
  /** Two runs of enforcement never overlap. */
  enforcing: Mutex;
  /** Whether the agent ends: nothing more is begun. */
  isEnding?(): boolean;
  /** Begins anew once the result is sent. */
  restartSoon(): void;
}
