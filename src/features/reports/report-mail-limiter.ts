import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { RateLimit } from '../../kit/http/rate-limit.ts';

const MAILS = 20;
const SECONDS = 600;

/** How many reports one person may send: whoever is signed in can write to anybody. */
export class ReportMailLimiter {
  private readonly limit: RateLimit;

  constructor(host: Host) {
    this.limit = new RateLimit(host.clock, () => MAILS, SECONDS);
  }

  /** 429 once the person has sent as many as one may in ten minutes. */
  take({ userid }: Actor): void {
    this.limit.take(`user ${userid}`);
  }
}
