import { runtime } from '#runtime';
import type { Host } from '../../../src/kit/host.ts';
import { yieldToEventLoop } from '../../../src/kit/time-slice.ts';
import { readReturnSeconds, slotOf } from '../checkin/slots.ts';
import { type ClaimedCommand, claimCommand } from './claim.ts';
import { pcsWithWork } from './queries.ts';
import { SharedCredentialDetector } from './shared-credential-detector.ts';

/**
 * Reason why a poll ended. `work`: a command may be available. `none`: the wait time passed without one, or
 * the poll was ended early without one. `revoked`: the credential was revoked. `unheld`: the caller left, was
 * replaced, or could not wait.
 */
export type PollOutcome = 'work' | 'none' | 'revoked' | 'unheld';

/** Polls that may end without a command in one second. More indicate a herd. */
const MAX_PER_SECOND = 4000;
/** Seconds over which a herd is spread: the time that one poll is open. */
const HERD_SECONDS = 25;

/**
 * Ended polls after which memory is collected. They leave 30 MB, which the runtime would collect late. With
 * 14,000 PCs this happens four times a minute.
 */
const COLLECT_AFTER_POLLS = 8000;
/** Polls that end in one event-loop turn. Each of them claims its command in that turn. */
const MAX_WAKES_AT_ONCE = 20;
/**
 * Interval of the check for polls whose wait time is over. All polls share one timer, because a timer for
 * each would use more resources than the rest of the poll.
 */
const SWEEP_MS = 250;

/** An open poll. It is its own abort listener: with thousands of polls, each closure costs memory. */
class Held implements EventListenerObject {
  constructor(
    private readonly all: Map<number, Held>,
    private readonly assetid: number,
    readonly until: number,
    private readonly disconnected: AbortSignal,
    private readonly resolve: (outcome: PollOutcome) => void,
  ) {
    disconnected.addEventListener('abort', this);
  }

  handleEvent(): void {
    this.end('unheld');
  }

  end(outcome: PollOutcome): void {
    this.disconnected.removeEventListener('abort', this);
    if (this.all.get(this.assetid) === this) this.all.delete(this.assetid);
    this.resolve(outcome);
  }
}

/**
 * Polls of agents that wait for a command. The PCs with work are tracked in memory, so that an open poll
 * reads no table. Code that queues a command wakes the poll, which claims the command at once.
 */
export class Polls {
  private readonly waiting = new Map<number, Held>();
  private readonly work: Set<number>;
  private readonly sharedCredentials: SharedCredentialDetector;
  private isStopping = false;
  private sweeping: NodeJS.Timeout | undefined;
  private endedSinceCollection = 0;
  private readonly ended = { second: 0, count: 0 };

  constructor(private readonly host: Host) {
    this.sharedCredentials = new SharedCredentialDetector(host);
    this.work = new Set(host.db.read((reader) => pcsWithWork.all(reader).map(({ assetid }) => assetid)));
  }

  /** Number of open polls. */
  get size(): number {
    return this.waiting.size;
  }

  /** Claims the next command of a PC like `claimCommand`. Returns undefined when there is none now. */
  claim(assetid: number): ClaimedCommand | undefined {
    const claimed = this.work.has(assetid) ? claimCommand(this.host, assetid) : undefined;
    if (claimed !== 'idle') return claimed;
    this.work.delete(assetid);
    return undefined;
  }

  /**
   * Waits for a possible command, the end of the wait time or the caller's disconnect. `until` is an instant
   * of `performance.now()`. A new poll of the same PC ends its previous one. A poll does not wait after that
   * instant, or while the appliance stops.
   */
  wait(assetid: number, until: number, disconnected: AbortSignal): Promise<PollOutcome> {
    const before = this.waiting.get(assetid);
    if (before) {
      before.end('unheld');
      this.sharedCredentials.recordPoll(assetid);
    }
    if (performance.now() >= until || this.isStopping || disconnected.aborted)
      return Promise.resolve('unheld');
    this.sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    return new Promise((resolve) => {
      this.waiting.set(assetid, new Held(this.waiting, assetid, until, disconnected, resolve));
    });
  }

  /**
   * Returns the seconds that a PC waits after a poll without a command. It is 0, unless all PCs would return
   * at once. Polls with outcome `unheld` do not count, because one PC alone could cause any number of them.
   * While the appliance stops, it is the return time of the PC.
   */
  pauseAfter(assetid: number, outcome: 'none' | 'unheld'): number {
    if (this.isStopping) return readReturnSeconds(this.host, assetid);
    if (outcome === 'unheld') return 0;
    this.endedSinceCollection++;
    const { ended } = this;
    const second = Math.floor(performance.now() / 1000);
    if (ended.second !== second) Object.assign(ended, { second, count: 0 });
    return ++ended.count > MAX_PER_SECOND ? 1 + Math.floor(slotOf(assetid) * HERD_SECONDS) : 0;
  }

  private sweep(): void {
    const now = performance.now();
    for (const poll of this.waiting.values()) if (poll.until <= now) poll.end('none');
    if (this.endedSinceCollection >= COLLECT_AFTER_POLLS) {
      this.endedSinceCollection = 0;
      runtime.collectGarbage();
    }
    if (this.waiting.size > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  /** Marks work for a PC and ends its poll, because a command may be available now. */
  wake(assetid: number): void {
    this.work.add(assetid);
    this.waiting.get(assetid)?.end('work');
  }

  /**
   * Wakes the polls of many PCs, as `wake` does for one. Yields to the event loop in between, because all
   * claims at once would block it.
   */
  async wakeMany(assetids: readonly number[]): Promise<void> {
    for (const assetid of assetids) this.work.add(assetid);
    for (const [n, assetid] of assetids.entries()) {
      if (n % MAX_WAKES_AT_ONCE === MAX_WAKES_AT_ONCE - 1) await yieldToEventLoop();
      this.waiting.get(assetid)?.end('work');
    }
  }

  /** Wakes every PC with work, as `wakeMany` does. */
  wakeAll(): Promise<void> {
    return this.wakeMany([...this.work]);
  }

  /** Ends the poll of a PC whose credential was revoked. */
  revoke(assetid: number): void {
    this.waiting.get(assetid)?.end('revoked');
  }

  /** Ends the poll of a PC without a command, so that its agent polls again with its current credential. */
  release(assetid: number): void {
    this.waiting.get(assetid)?.end('none');
  }

  /** Ends all polls when the appliance stops. Each agent gets 204 and the time of its next call. */
  stop(): void {
    this.isStopping = true;
    for (const poll of [...this.waiting.values()]) poll.end('none');
  }
}
