import type { Host } from '../../../src/kit/host.ts';
import { RateLimit } from '../../../src/kit/http/rate-limit.ts';
import type { CallingPc } from '../agent-credentials.ts';

/**
 * Maximum reports of one PC per hour. All PCs share one storage area for pictures, which a single one could
 * fill.
 */
const MAX_PER_HOUR = 10;

/** Rate limit for the reports of a PC. Rejected reports count too. */
export class ReportLimiter {
  private readonly limit: RateLimit;

  constructor(host: Host) {
    this.limit = new RateLimit(host.clock, () => MAX_PER_HOUR, 3600);
  }

  /** Throws 429 RATE_LIMITED with `Retry-After`, which agents obey. */
  take({ assetid }: CallingPc): void {
    this.limit.take(`asset ${assetid}`);
  }
}
