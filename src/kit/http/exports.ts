import { FairQueue } from '../fair-queue.ts';
import { Tally } from '../tally.ts';
import type { AccountName } from './anonymous-cpu-limit.ts';

/** So many documents of one caller are read at once. */
const OF_ONE = 2;
/** Of all strangers together. */
const OF_STRANGERS = 8;
const STRANGERS = 'strangers';

/** Documents that are read while they are sent, each from a moment of its own: who asks for many waits, and holds none. */
export class Exports {
  private readonly reading = new Tally<AccountName>();
  private readonly waiting = new FairQueue<AccountName>();

  /** Settles when the caller may begin with one; answers what ends it. Throws once he has left. */
  async enter(who: AccountName, isStranger: boolean, left: AbortSignal): Promise<() => void> {
    await this.take(who, OF_ONE, left);
    if (!isStranger) return () => this.leave(who);
    try {
      await this.take(STRANGERS, OF_STRANGERS, left);
    } catch (cause) {
      this.leave(who);
      throw cause;
    }
    return () => {
      this.leave(STRANGERS);
      this.leave(who);
    };
  }

  private async take(who: AccountName, most: number, left: AbortSignal): Promise<void> {
    if (this.reading.of(who) < most) this.reading.add(who, 1);
    else await this.waiting.join(who, left);
  }

  /** Whoever waits takes the place. */
  private leave(who: AccountName): void {
    if (!this.waiting.next(who)) this.reading.add(who, -1);
  }
}
