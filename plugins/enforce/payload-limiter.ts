import type { Host } from '../../src/kit/host.ts';
import { RateLimit } from '../../src/kit/http/rate-limit.ts';

const WINDOW_SECONDS = 60;
const MAX_TRACKED = 20_000;
/** A download in ranges takes many requests; so many times as often as downloads may be begun. */
const RANGES_FOR_ONE = 20;

/**
 * How often payloads may be fetched, by one address or one PC. The ranges of one download count once in each minute: a
 * download that is resumed, or fetched in pieces, is one; what begins at the first byte is another one.
 */
export class PayloadLimiter {
  private readonly downloads: RateLimit;
  private readonly ranges: RateLimit;
  private readonly begun = new Map<string, number>();

  constructor(private readonly host: Host) {
    const most = () => host.settings.integer('enforce_payload_per_minute');
    this.downloads = new RateLimit(host.clock, most, WINDOW_SECONDS);
    this.ranges = new RateLimit(host.clock, () => most() * RANGES_FOR_ONE, WINDOW_SECONDS);
  }

  /** 429 RATE_LIMITED with `Retry-After`. */
  take(who: string, sha256: string, range: string | null): void {
    const key = `${who} ${sha256}`;
    const now = this.host.clock.now().getTime();
    const since = this.begun.get(key);
    const isMore = range !== null && !/^\s*bytes\s*=\s*0*-/i.test(range);
    if (isMore && since !== undefined && now - since < WINDOW_SECONDS * 1000) {
      this.ranges.take(who);
      return;
    }
    this.downloads.take(who);
    if (this.begun.size >= MAX_TRACKED) this.begun.clear();
    this.begun.set(key, now);
  }
}
