import { FairQueue } from '../fair-queue.ts';
import { Tally } from '../tally.ts';
import type { AccountName } from './anonymous-cpu-limit.ts';

/** The maximum number of documents of one caller that are read at the same time. */
const MAX_PER_USER = 2;
/** The maximum number for all anonymous callers together. */
const MAX_ANONYMOUS = 8;
const ANONYMOUS_CALLERS = 'strangers';

/**
 * Limits the documents that are read while they are sent, because each keeps a snapshot open. A caller that
 * requests more waits without a snapshot.
 */
export class Exports {
  private readonly reading = new Tally<AccountName>();
  private readonly waiting = new FairQueue<AccountName>();

  /**
   * Resolves when the caller may start a document. Returns the function that ends it. Throws once the caller
   * has disconnected.
   */
  async enter(account: AccountName, isAnonymous: boolean, disconnected: AbortSignal): Promise<() => void> {
    await this.waitForSlot(account, MAX_PER_USER, disconnected);
    if (!isAnonymous) return () => this.releaseSlot(account);
    try {
      await this.waitForSlot(ANONYMOUS_CALLERS, MAX_ANONYMOUS, disconnected);
    } catch (cause) {
      this.releaseSlot(account);
      throw cause;
    }
    return () => {
      this.releaseSlot(ANONYMOUS_CALLERS);
      this.releaseSlot(account);
    };
  }

  private async waitForSlot(account: AccountName, most: number, disconnected: AbortSignal): Promise<void> {
    if (this.reading.of(account) < most) this.reading.add(account, 1);
    else await this.waiting.join(account, disconnected);
  }

  /** Passes the slot on to a waiting request, or frees it. */
  private releaseSlot(account: AccountName): void {
    if (!this.waiting.next(account)) this.reading.add(account, -1);
  }
}
