import type { Clock } from '../clock.ts';
import type { CpuAccount } from '../time-slice.ts';
import { EventLoopShare } from './event-loop-share.ts';
import { RateLimiter } from './rate-limiter.ts';
import { type Caller, TurnAccount } from './turn-account.ts';

/** The milliseconds of processing that one address may use without a sign-in, and the period in seconds. */
const STRANGERS_MS = 2000;
const SECONDS = 10;

/**
 * The name under which a caller is counted: the ID of a user, the kind and name of a token or machine, or the
 * network of an anonymous caller.
 */
export type AccountName = number | string;

/**
 * The CPU accounts of callers. The event loop does one thing at a time, so a single stopwatch measures all of
 * them, and starting one account stops the previous one. All anonymous callers share one part of each turn,
 * and each address has a limit on its total time. Each authenticated caller has a share of its own and no
 * limit on its total time.
 */
export class AnonymousCpuLimit {
  private readonly limit: RateLimiter;
  private readonly strangers = new EventLoopShare(() => this.stop());
  /** A separate share for work that anonymous load must not delay, such as sign-ins. */
  private readonly urgent = new EventLoopShare(() => this.stop());
  private readonly shares = new Map<AccountName, EventLoopShare>();
  private running: TurnAccount | undefined;
  private since = 0;
  private isTurnBegun = false;

  constructor(
    clock: Clock,
    budget: () => number = () => STRANGERS_MS,
    /** Returns the milliseconds of a monotonic clock. */
    readonly elapsed: () => number = () => performance.now(),
  ) {
    this.limit = new RateLimiter(clock, {
      max: budget,
      seconds: SECONDS,
      message: 'Too many anonymous requests from this address',
    });
  }

  /** Returns the account of a caller without a sign-in. */
  anonymousAccount(from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.strangers, this.limit);
  }

  /**
   * Returns an account without a limit on its total time, for files of the UI. It uses the share of anonymous
   * callers.
   */
  visitorAccount(from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.strangers);
  }

  /**
   * Returns an account for work that anonymous load must not delay. It has a separate share and no limit on
   * its total time.
   */
  urgentAccount(from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.urgent);
  }

  /**
   * Returns the account of an authenticated caller. It has a share of its own and no limit on its total time.
   */
  accountOf(account: AccountName, from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.shareOf(account));
  }

  /** Starts to charge an account, and stops the running one. */
  begin(account: TurnAccount): void {
    this.stop();
    this.beginTurn();
    this.since = this.elapsed();
    this.running = account;
  }

  /** Stops an account, if it is the running one. */
  end(account: TurnAccount): void {
    if (this.running === account) this.stop();
  }

  /** Stops the running account. Later work is charged to no caller. */
  stop(): void {
    const { running, since } = this;
    this.running = undefined;
    running?.charge(this.elapsed() - since);
  }

  private shareOf(account: AccountName): EventLoopShare {
    const open = this.shares.get(account);
    if (open) return open;
    const share = new EventLoopShare(() => this.stop());
    this.shares.set(account, share);
    return share;
  }

  private beginTurn(): void {
    if (this.isTurnBegun) return;
    this.isTurnBegun = true;
    setImmediate(() => this.endTurn());
  }

  /**
   * Stops the account at the end of the turn, because a request that awaits something does not use the event
   * loop.
   */
  private endTurn(): void {
    this.stop();
    this.isTurnBegun = false;
    this.strangers.renew();
    this.urgent.renew();
    for (const [account, share] of this.shares) {
      share.renew();
      if (share.isIdle) this.shares.delete(account);
    }
  }
}
