import type { Host } from '../../src/kit/host.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { RateLimit } from '../../src/kit/http/rate-limit.ts';

/** Nobody guesses 128 bits; the number keeps one address from keeping the appliance busy, and a plant behind one has room. */
const MISSES = 600;
const WINDOW_SECONDS = 60;

/** Who asks for links that there are not, counted by address. Whoever has a link that lives is never counted. */
export class LinkGuessLimiter {
  private readonly misses: RateLimit;

  constructor({ clock }: Host) {
    this.misses = new RateLimit(clock, () => MISSES, WINDOW_SECONDS);
  }

  /**
   * What `find` finds; what it does not find is counted. 429 once the address has missed too often, before anything is
   * looked for: a right guess looks like a wrong one, and nothing is spent.
   */
  answer<T>(call: Call, find: () => T | undefined): T | undefined {
    const address = call.address();
    this.misses.check(address);
    const found = find();
    if (found === undefined) this.misses.take(address);
    return found;
  }
}
