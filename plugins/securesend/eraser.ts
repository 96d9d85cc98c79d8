import type { Host } from '../../src/kit/host.ts';
import { anyExpiredSecret, deleteExpiredSecrets } from './queries.ts';

const SOON_MS = 250;
const AGAIN_MS = 5000;

/**
 * Deletes expired secrets, and removes deleted secrets from the disk as well. SQLite overwrites them in the
 * database file. Older versions of the page remain in the write-ahead log until it is emptied.
 */
export class Eraser {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Host) {}

  /**
   * Schedules the removal of everything that is deleted until then. It runs after the responses, so that
   * their duration reveals nothing.
   */
  scheduleErase(milliseconds = SOON_MS): void {
    this.timer ??= setTimeout(() => this.erase(), milliseconds);
    this.timer.unref();
  }

  /** Schedules the deletion of expired secrets if there are any. Each use of a link calls this. */
  eraseIfExpired(): void {
    if (this.isAnyExpired()) this.scheduleErase();
  }

  /** Deletes expired secrets, and schedules their removal from the disk. The scheduler calls this. */
  sweep(): void {
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
      log.error('failed to erase deleted secrets from the disk', { cause });
      this.scheduleErase(AGAIN_MS);
    }
  }
}
