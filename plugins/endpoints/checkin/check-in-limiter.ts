import type { Host } from '../../../src/kit/host.ts';
import { RateLimit } from '../../../src/kit/http/rate-limit.ts';

/**
 * Limit for changed check-ins. A normal agent sends one every minute or so; an agent that never stops would
 * fill the log.
 */
const MAX_PER_MINUTE = 60;

/** Rate limit for the changed check-ins of a PC. */
export class CheckInLimiter {
  private readonly limit: RateLimit;

  constructor(host: Host) {
    this.limit = new RateLimit(host.clock, () => MAX_PER_MINUTE, 60);
  }

  /** Throws 429 RATE_LIMITED with `Retry-After`, which agents obey. */
  take(assetid: number): void {
    this.limit.take(`asset ${assetid}`);
  }
}
