import { statSync } from 'node:fs';
import type { Snapshot } from './snapshot.ts';

/** Bytes of the log of writes beyond which nobody may go on reading an earlier moment, looked at so often. */
const LONGEST_LOG = 256 * 1024 ** 2;
const LOOK_MS = 10_000;

/** The views that are read now: while there is one, nothing of the log of writes can be emptied into the file. */
export class Snapshots {
  private readonly open = new Set<Snapshot>();

  constructor(
    /** The log of writes. */
    private readonly log: string,
    private readonly begin: (closed: (snapshot: Snapshot) => void) => Snapshot,
  ) {}

  take(): Snapshot {
    const snapshot = this.begin((closed) => {
      clearInterval(look);
      this.open.delete(closed);
    });
    const look = setInterval(() => this.logBytes() > LONGEST_LOG && snapshot.close(), LOOK_MS);
    look.unref();
    this.open.add(snapshot);
    return snapshot;
  }

  /** Ends all of them: whoever is at one is told that it took too long. */
  end(): void {
    for (const snapshot of this.open) snapshot.close();
  }

  private logBytes(): number {
    return statSync(this.log, { throwIfNoEntry: false })?.size ?? 0;
  }
}
