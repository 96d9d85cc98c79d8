import type { Host } from '../../src/kit/host.ts';
import { RateLimit } from '../../src/kit/http/rate-limit.ts';

const WINDOW_SECONDS = 60;
const MOST_KNOWN = 20_000;
/** A download in ranges takes many requests; so many times as often as downloads may be begun. */
const RANGES_FOR_ONE = 20;

/**
 * How often an address may fetch payloads. The ranges of one download count once in each minute: a download that is
 * resumed, or fetched in pieces, is one.
 */
export class PayloadRate {
  private readonly downloads: RateLimit;
  private readonly ranges: RateLimit;
  private readonly begun = new Map<string, number>();

  constructor(private readonly host: Host) {
    const most = () => host.settings.integer('enforce_payload_per_minute');
    this.downloads = new RateLimit(host.clock, most, WINDOW_SECONDS);
    this.ranges = new RateLimit(host.clock, () => most() * RANGES_FOR_ONE, WINDOW_SECONDS);
  }

  /** 429 RATE_LIMITED with `Retry-After`. */
  take(address: string, sha256: string, isRange: boolean): void {
    const key = `${address} ${sha256}`;
    const now = this.host.clock.now().getTime();
    const since = this.begun.get(key);
    if (isRange && since !== undefined && now - since < WINDOW_SECONDS * 1000) {
      this.ranges.take(address);
      return;
    }
    this.downloads.take(address);
    if (this.begun.size >= MOST_KNOWN) this.begun.clear();
    this.begun.set(key, now);
  }
}
