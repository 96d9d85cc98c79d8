import type { Clock } from '../clock.ts';
import type { Account } from '../give-way.ts';
import { RateLimit } from './rate-limit.ts';

/** Milliseconds of processing that one address without a sign-in may take, and in how many seconds. */
const STRANGERS_MS = 2000;
const SECONDS = 10;

/**
 * What strangers may cost. The loop does one thing at a time, so one stopwatch measures all of them: whoever begins
 * ends the account of the one before. What is read in turns is charged turn by turn, and ends when all is used up.
 */
export class WorkLimit {
  private readonly limit: RateLimit;
  private running: { charge(ms: number): void } | undefined;
  private since = 0;

  constructor(clock: Clock, budget: () => number = () => STRANGERS_MS) {
    this.limit = new RateLimit(
      clock,
      budget,
      SECONDS,
      'This address has asked for more than is worked on at once without a sign-in',
    );
  }

  /** The account of who calls from this address, which is worked out when something is charged. */
  accountOf(address: () => string): Account {
    const charge = (ms: number) => this.limit.add(address(), ms);
    const opened = { charge };
    const end = () => {
      if (this.running === opened) this.stop();
    };
    return {
      refuse: () => this.limit.check(address()),
      wait: () => this.limit.wait(address()),
      begin: () => {
        this.stop();
        this.since = performance.now();
        this.running = opened;
        // Whoever waits for something after this turn of the loop is not at work.
        setImmediate(end);
      },
      end,
    };
  }

  /** Whatever runs now is nobody's to pay for. */
  stop(): void {
    const { running, since } = this;
    this.running = undefined;
    running?.charge(performance.now() - since);
  }
}
