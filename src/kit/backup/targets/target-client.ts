import type { TargetSecret } from './target-secret.ts';

/**
 * A connection to a target. Its methods throw a `TargetError`, or another Error with the words of the system.
 */
export interface TargetClient {
  /** Copies a file completely or not at all; `onProgress` is called with the number of bytes sent so far. */
  put(file: string, name: string, onProgress: (bytes: number) => void): Promise<void>;
  /** Deletes a file; one that does not exist counts as deleted. */
  remove(name: string): Promise<void>;
  close(): void;
}

/** How to connect to a target. */
export interface TargetAccess {
  /** A line of the setting `backup_targets`. */
  line: string;
  secret: TargetSecret | undefined;
  /** PEM certificates that are trusted in addition to those of the system; may be empty. */
  ca: string;
  /** True when a folder has to contain the mark of the first copy. */
  isMarked: boolean;
  /** The data folder of the appliance, in which no target may be. */
  data: string;
}
