import { randomBytes } from 'node:crypto';
import type { Host } from '../../kit/host.ts';

const GOOD_MS = 60_000;

/**
 * Issues single-use permissions to download one backup, valid for one minute. A browser sends no credentials
 * when it follows a download link.
 */
export class DownloadTokens {
  private readonly issued = new Map<string, { backupid: number; until: number }>();

  constructor(private readonly host: Host) {}

  /** Returns a new ticket for a backup, and deletes expired ones. */
  issue(backupid: number): string {
    const now = this.host.clock.now().getTime();
    for (const [old, { until }] of this.issued) if (until < now) this.issued.delete(old);
    const ticket = randomBytes(32).toString('base64url');
    this.issued.set(ticket, { backupid, until: now + GOOD_MS });
    return ticket;
  }

  /**
   * Returns the backup of a ticket without using the ticket up. Returns undefined when the ticket is used,
   * expired or unknown.
   */
  verify(ticket: string): number | undefined {
    const found = this.issued.get(ticket);
    return found && found.until >= this.host.clock.now().getTime() ? found.backupid : undefined;
  }

  /**
   * Returns the backup of a ticket and invalidates the ticket. Returns undefined when it is used, expired or
   * unknown.
   */
  redeem(ticket: string): number | undefined {
    const backupid = this.verify(ticket);
    this.issued.delete(ticket);
    return backupid;
  }
}
