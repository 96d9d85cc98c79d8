import type { Clock } from '../clock.ts';
import { RateLimit } from './rate-limit.ts';
import type { AccountName } from './anonymous-cpu-limit.ts';

const MB = 1024 * 1024;
/** Bytes of bodies that one caller may have on their way at once. */
const AT_ONCE = 16 * MB;
/** Bytes that somebody may write in an hour where no permission is asked, such as saved views: the audit keeps them. */
const OWN_IN_AN_HOUR = 10 * MB;
const HOUR_S = 3600;
/** What the audit keeps of the smallest change. */
const LEAST_KEPT = 1024;

/** A body that is on its way. */
interface Arriving {
  bytes: number;
  giveUp: AbortController;
}

/** What the bodies of one caller may take: of the memory while they arrive, and of the disk afterwards. */
export class BodyBudget {
  /** In the order in which they came. */
  private readonly arriving = new Map<AccountName, Set<Arriving>>();
  private readonly own: RateLimit;

  constructor(clock: Clock) {
    this.own = new RateLimit(
      clock,
      () => OWN_IN_AN_HOUR,
      HOUR_S,
      'This account has written as much as one may in an hour without a permission',
    );
  }

  /** Throws 429 for who has written too much within an hour where no permission is asked. */
  checkOwn(who: AccountName): void {
    this.own.check(String(who));
  }

  /** Counts what is kept of a change for which no permission was asked. */
  addOwn(who: AccountName, bytes: number): void {
    this.own.add(String(who), Math.max(bytes, LEAST_KEPT));
  }

  /**
   * Reads a body of at most so many bytes. Where the caller has too many on their way, `hurry` of the oldest is aborted:
   * one that is held back is in nobody's way, not even in that of others at the same address.
   */
  async within<T>(who: AccountName, bytes: number, read: (hurry: AbortSignal) => Promise<T>): Promise<T> {
    const body: Arriving = { bytes, giveUp: new AbortController() };
    const bodies = this.arriving.get(who) ?? new Set();
    this.arriving.set(who, bodies.add(body));
    makeRoom(bodies);
    try {
      return await read(body.giveUp.signal);
    } finally {
      bodies.delete(body);
      if (bodies.size === 0 && this.arriving.get(who) === bodies) this.arriving.delete(who);
    }
  }
}

/** The oldest give way; they are gone once who reads them has heard of it. */
function makeRoom(bodies: ReadonlySet<Arriving>): void {
  const waiting = [...bodies].filter(({ giveUp }) => !giveUp.signal.aborted);
  let over = waiting.reduce((sum, { bytes }) => sum + bytes, 0) - AT_ONCE;
  for (const { bytes, giveUp } of waiting.slice(0, -1)) {
    if (over <= 0) return;
    giveUp.abort();
    over -= bytes;
  }
}
