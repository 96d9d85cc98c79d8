import type { Host } from '../../src/kit/host.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { RateLimiter } from '../../src/kit/http/rate-limiter.ts';

/**
 * Requests of one address for unknown links in one window. Guessing 128 bits is impossible; the limit only
 * restricts load. It leaves room for a whole plant behind one address.
 */
const MAX_GUESSES = 600;
const WINDOW_SECONDS = 60;

/** Limits requests for unknown links by address. Requests for valid links are not counted. */
export class LinkGuessLimiter {
  private readonly misses: RateLimiter;

  constructor({ clock }: Host) {
    this.misses = new RateLimiter(clock, { max: MAX_GUESSES, seconds: WINDOW_SECONDS });
  }

  /**
   * Runs `find` and counts a miss. Throws 429 before the lookup once the address has missed too often. A
   * correct guess then gets the same response as a wrong one, and the secret is not used up.
   */
  findAndCountMiss<T>(call: Call, find: () => T | undefined): T | undefined {
    const address = call.address();
    this.misses.check(address);
    const found = find();
    if (found === undefined) this.misses.count(address);
    return found;
  }
}
