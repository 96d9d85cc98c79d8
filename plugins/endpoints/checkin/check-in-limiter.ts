import type { Host } from '../../../src/kit/host.ts';
import { RateLimit } from '../../../src/kit/http/rate-limit.ts';

/** An agent says something new every minute or so; one that never stops would fill the log. */
const MAX_PER_MINUTE = 60;

/** How often a PC may say something new of itself. */
export class CheckInLimiter {
  private readonly limit: RateLimit;

  constructor(host: Host) {
    this.limit = new RateLimit(host.clock, () => MAX_PER_MINUTE, 60);
  }

  /** 429 RATE_LIMITED with `Retry-After`, which agents heed. */
  take(assetid: number): void {
    this.limit.take(`asset ${assetid}`);
  }
}
