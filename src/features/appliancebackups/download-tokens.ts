import { randomBytes } from 'node:crypto';
import type { Host } from '../../kit/host.ts';

const GOOD_MS = 60_000;

/** Leave to download one backup once, for a browser that shows no sign-in when it follows a link. */
export class DownloadTokens {
  private readonly issued = new Map<string, { backupid: number; until: number }>();

  constructor(private readonly host: Host) {}

  issue(backupid: number): string {
    const now = this.host.clock.now().getTime();
    for (const [old, { until }] of this.issued) if (until < now) this.issued.delete(old);
    const ticket = randomBytes(32).toString('base64url');
    this.issued.set(ticket, { backupid, until: now + GOOD_MS });
    return ticket;
  }

  /** What a ticket is for, which it is good for afterwards too. Undefined as for `take`. */
  verify(ticket: string): number | undefined {
    const found = this.issued.get(ticket);
    return found && found.until >= this.host.clock.now().getTime() ? found.backupid : undefined;
  }

  /** Undefined for one that was used, is too old, or never was. */
  redeem(ticket: string): number | undefined {
    const backupid = this.verify(ticket);
    this.issued.delete(ticket);
    return backupid;
  }
}
