import type { Host } from '../../src/kit/host.ts';
import { RateLimiter } from '../../src/kit/http/rate-limiter.ts';

const WINDOW_SECONDS = 60;
const MAX_TRACKED = 20_000;
/**
 * Number of range requests that the limit allows for each download. A download in ranges takes many requests.
 */
const MAX_RANGES_PER_CALLER = 20;

/**
 * Rate limit for payload downloads of an address or a PC. All ranges of one download count once per minute,
 * so a resumed or split download is one. A request from the first byte counts as another download.
 */
export class PayloadLimiter {
  private readonly downloads: RateLimiter;
  private readonly ranges: RateLimiter;
  private readonly downloadStarts = new Map<string, number>();

  constructor(private readonly host: Host) {
    const max = () => host.settings.integer('enforce_payload_per_minute');
    this.downloads = new RateLimiter(host.clock, { max, seconds: WINDOW_SECONDS });
    this.ranges = new RateLimiter(host.clock, {
      max: () => max() * MAX_RANGES_PER_CALLER,
      seconds: WINDOW_SECONDS,
    });
  }

  /**
   * Counts a request for a payload: as a part of the last download if its Range begins after the first byte,
   * else as a new download. Throws 429 RATE_LIMITED with `Retry-After` beyond the limit.
   */
  count(caller: string, sha256: string, range: string | null): void {
    const key = `${caller} ${sha256}`;
    const now = this.host.clock.now().getTime();
    const since = this.downloadStarts.get(key);
    const isMore = range !== null && !/^\s*bytes\s*=\s*0*-/i.test(range);
    if (isMore && since !== undefined && now - since < WINDOW_SECONDS * 1000) {
      this.ranges.count(caller);
      return;
    }
    this.downloads.count(caller);
    if (this.downloadStarts.size >= MAX_TRACKED) this.downloadStarts.clear();
    this.downloadStarts.set(key, now);
  }
}
