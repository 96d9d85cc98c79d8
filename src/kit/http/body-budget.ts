import type { Clock } from '../clock.ts';
import type { AccountName } from './anonymous-cpu-limit.ts';
import { RateLimiter } from './rate-limiter.ts';

const MB = 1024 * 1024;
/** The maximum size in bytes of all bodies of one caller that are arriving at the same time. */
const MAX_BODY_BYTES_AT_ONCE = 16 * MB;
/**
 * The bytes that the audit log may store in an hour for changes of an account through routes without a
 * permission, such as saved views.
 */
const HOURLY_ALLOWANCE_BYTES = 10 * MB;
const HOUR_S = 3600;
/** The minimum size in bytes that a change counts, because an audit row takes that much. */
const MIN_RESERVED_BYTES = 1024;

/** A body that is being received. */
interface IncomingBody {
  bytes: number;
  giveUp: AbortController;
}

/**
 * The limits for the bodies of one caller: memory while they arrive, and disk space of the audit log
 * afterwards.
 */
export class BodyBudget {
  /** The arriving bodies of each caller, in the order of arrival. */
  private readonly arriving = new Map<AccountName, Set<IncomingBody>>();
  private readonly hourlyLimiter: RateLimiter;

  constructor(clock: Clock) {
    this.hourlyLimiter = new RateLimiter(clock, {
      max: HOURLY_ALLOWANCE_BYTES,
      seconds: HOUR_S,
      message: 'This account has reached the hourly limit for writes without a permission',
    });
  }

  /** Throws 429 when the account has written too much within an hour without a permission. */
  checkOwn(account: AccountName): void {
    this.hourlyLimiter.check(String(account));
  }

  /** Counts the bytes that the audit log stores for a change without a permission. */
  addOwn(account: AccountName, bytes: number): void {
    this.hourlyLimiter.add(String(account), Math.max(bytes, MIN_RESERVED_BYTES));
  }

  /**
   * Reads a body of at most `bytes` bytes. If the arriving bodies of the caller are too large together, the
   * signals of the oldest are aborted. A stalled body therefore blocks no later one.
   */
  async within<T>(account: AccountName, bytes: number, read: (hurry: AbortSignal) => Promise<T>): Promise<T> {
    const body: IncomingBody = { bytes, giveUp: new AbortController() };
    const bodies = this.arriving.get(account) ?? new Set();
    this.arriving.set(account, bodies.add(body));
    makeRoom(bodies);
    try {
      return await read(body.giveUp.signal);
    } finally {
      bodies.delete(body);
      if (bodies.size === 0 && this.arriving.get(account) === bodies) this.arriving.delete(account);
    }
  }
}

/**
 * Aborts the oldest bodies until the rest fits into the budget. Each remains in the set until its reader has
 * stopped.
 */
function makeRoom(bodies: ReadonlySet<IncomingBody>): void {
  const waiting = [...bodies].filter(({ giveUp }) => !giveUp.signal.aborted);
  let excess = waiting.reduce((sum, { bytes }) => sum + bytes, 0) - MAX_BODY_BYTES_AT_ONCE;
  for (const { bytes, giveUp } of waiting.slice(0, -1)) {
    if (excess <= 0) return;
    giveUp.abort();
    excess -= bytes;
  }
}
