import type { Clock } from '../clock.ts';
import type { CpuAccount } from '../time-slice.ts';
import { EventLoopShare } from './event-loop-share.ts';
import { RateLimit } from './rate-limit.ts';
import { type Caller, TurnAccount } from './turn-account.ts';

/** Milliseconds of processing that one address without a sign-in may take, and in how many seconds. */
const STRANGERS_MS = 2000;
const SECONDS = 10;

/** Of who has shown who he is: a person by the number of the account, tokens and machines by name. */
export type AccountName = number | string;

/**
 * What callers may cost. The loop does one thing at a time, so one stopwatch measures all of them: whoever begins ends
 * the account of the one before. All strangers have one share of a turn of the loop together, and so much time that
 * each address may take. Everybody else has a share of his own, without a bound on what he takes in all.
 */
export class AnonymousCpuLimit {
  private readonly limit: RateLimit;
  private readonly strangers = new EventLoopShare(() => this.stop());
  /** What nobody waits for whom strangers keep busy, such as sign-ins: it has a share to itself. */
  private readonly urgent = new EventLoopShare(() => this.stop());
  private readonly known = new Map<AccountName, EventLoopShare>();
  private running: TurnAccount | undefined;
  private since = 0;
  private isTurnBegun = false;

  constructor(
    clock: Clock,
    budget: () => number = () => STRANGERS_MS,
    /** Milliseconds of a stopwatch. */
    readonly elapsed: () => number = () => performance.now(),
  ) {
    this.limit = new RateLimit(
      clock,
      budget,
      SECONDS,
      'This address has asked for more than is worked on at once without a sign-in',
    );
  }

  /** The account of who calls without a sign-in. */
  anonymousAccount(from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.strangers, this.limit);
  }

  /** The same for what nobody is refused, such as the files of the UI: it is done in the strangers' share alone. */
  visitorAccount(from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.strangers);
  }

  /** The same for what is let in at once, however much strangers ask for. */
  urgentAccount(from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.urgent);
  }

  accountOf(who: AccountName, from: Caller): CpuAccount {
    return new TurnAccount(this, from, () => this.shareOf(who));
  }

  begin(account: TurnAccount): void {
    this.stop();
    this.beginTurn();
    this.since = this.elapsed();
    this.running = account;
  }

  end(account: TurnAccount): void {
    if (this.running === account) this.stop();
  }

  /** Whatever runs now is nobody's to pay for. */
  stop(): void {
    const { running, since } = this;
    this.running = undefined;
    running?.charge(this.elapsed() - since);
  }

  private shareOf(who: AccountName): EventLoopShare {
    const open = this.known.get(who);
    if (open) return open;
    const share = new EventLoopShare(() => this.stop());
    this.known.set(who, share);
    return share;
  }

  private beginTurn(): void {
    if (this.isTurnBegun) return;
    this.isTurnBegun = true;
    setImmediate(() => this.endTurn());
  }

  /** Whoever waits for something after this turn of the loop is not at work. */
  private endTurn(): void {
    this.stop();
    this.isTurnBegun = false;
    this.strangers.renew();
    this.urgent.renew();
    for (const [who, share] of this.known) {
      share.renew();
      if (share.isIdle) this.known.delete(who);
    }
  }
}
