import type { Host } from '../../../src/kit/host.ts';
import { RateLimit } from '../../../src/kit/http/rate-limit.ts';
import type { CallingPc } from '../agent-credentials.ts';

/** All PCs share one place for pictures; one that never stops would fill it. */
const MAX_PER_HOUR = 10;

/** How often a PC may report, whatever becomes of a report. */
export class ReportLimiter {
  private readonly limit: RateLimit;

  constructor(host: Host) {
    this.limit = new RateLimit(host.clock, () => MAX_PER_HOUR, 3600);
  }

  /** 429 RATE_LIMITED with `Retry-After`, which agents heed. */
  take({ assetid }: CallingPc): void {
    this.limit.take(`asset ${assetid}`);
  }
}
