import { statSync } from 'node:fs';
import type { Snapshot } from './snapshot.ts';

/**
 * The maximum size of the write-ahead log in bytes while a snapshot is open, and the interval of the check.
 */
const MAX_WAL_BYTES = 256 * 1024 ** 2;
const LOOK_MS = 10_000;

/** The open snapshots. While one is open, the write-ahead log cannot be emptied into the database file. */
export class Snapshots {
  private readonly open = new Set<Snapshot>();

  constructor(
    /** The path of the write-ahead log. */
    private readonly log: string,
    private readonly begin: (closed: (snapshot: Snapshot) => void) => Snapshot,
  ) {}

  /** Opens a snapshot. It is closed early when the write-ahead log grows beyond 256 MB. */
  take(): Snapshot {
    const snapshot = this.begin((closed) => {
      clearInterval(look);
      this.open.delete(closed);
    });
    const look = setInterval(() => this.logBytes() > MAX_WAL_BYTES && snapshot.close(), LOOK_MS);
    look.unref();
    this.open.add(snapshot);
    return snapshot;
  }

  /** Closes all snapshots. Their readers get the error that they took too long. */
  end(): void {
    for (const snapshot of this.open) snapshot.close();
  }

  private logBytes(): number {
    return statSync(this.log, { throwIfNoEntry: false })?.size ?? 0;
  }
}
