import type { Host } from '../../src/kit/host.ts';
import { anyExpiredSecret, deleteExpiredSecrets } from './queries.ts';

const SOON_MS = 250;
const AGAIN_MS = 5000;

/**
 * Deletes what has expired, and sees to it that what was deleted is gone from the disk too. SQLite overwrites it in the
 * database file, but an older state of the same page lies in the log of writes until that is emptied.
 */
export class Eraser {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Host) {}

  /** A moment later, once for all that is deleted until then: nobody's answer waits for it, or tells of it by its time. */
  scheduleErase(milliseconds = SOON_MS): void {
    this.timer ??= setTimeout(() => this.erase(), milliseconds);
    this.timer.unref();
  }

  /** What has expired, when somebody touches a link. */
  eraseIfExpired(): void {
    if (this.isAnyExpired()) this.scheduleErase();
  }

  /** What has expired, by the clock. */
  expired(): void {
    if (!this.isAnyExpired()) return;
    this.deleteExpired();
    this.scheduleErase();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private isAnyExpired(): boolean {
    return this.host.db.read((reader) => anyExpiredSecret.get(reader, { at: reader.at })) !== undefined;
  }

  private deleteExpired(): void {
    this.host.db.writeUnaudited((tx) => deleteExpiredSecrets.run(tx, { at: tx.at }));
  }

  private erase(): void {
    this.timer = undefined;
    const { db, log } = this.host;
    try {
      if (this.isAnyExpired()) this.deleteExpired();
      if (!db.truncateWal()) this.scheduleErase(AGAIN_MS);
    } catch (cause) {
      log.error('deleted secrets could not be erased from the disk', { cause });
      this.scheduleErase(AGAIN_MS);
    }
  }
}
