import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { RateLimit } from '../../kit/http/rate-limit.ts';

const MAILS = 20;
const SECONDS = 600;

/** Limits the reports that one user may mail, because a signed-in user can send to any address. */
export class ReportMailLimiter {
  private readonly limit: RateLimit;

  constructor(host: Host) {
    this.limit = new RateLimit(host.clock, () => MAILS, SECONDS);
  }

  /** Counts a mail. Throws 429 once the user has sent the maximum of ten minutes. */
  take({ userid }: Actor): void {
    this.limit.take(`user ${userid}`);
  }
}
