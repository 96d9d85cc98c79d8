import { runtime } from '#runtime';
import type { Host } from '../../../src/kit/host.ts';
import { yieldToEventLoop } from '../../../src/kit/time-slice.ts';
import { readReturnSeconds, slotOf } from '../checkin/slots.ts';
import { type ClaimedCommand, claimCommand } from './claim.ts';
import { pcsWithWork } from './queries.ts';
import { SharedCredentialDetector } from './shared-credential-detector.ts';

/**
 * Why a poll is not held any more: there may be work, its time is over without any, the credential was taken back, or its
 * caller did not let it be held so long.
 */
export type PollOutcome = 'work' | 'none' | 'revoked' | 'unheld';

/** So many polls may end empty in one second; more are a herd. */
const MAX_PER_SECOND = 4000;
/** A herd is spread over so long, which is how long a poll is held. */
const HERD_SECONDS = 25;

/** So many polls leave 30 MB behind, which would be found late. With 14,000 PCs that is four times a minute. */
const SWEEP_AFTER = 8000;
/** Polls that are ended in one turn of the loop: each claims its command then. */
const AT_ONCE = 20;
/** How often it is seen whose time is over. One clock for all polls: one for each would be the heaviest part of it. */
const SWEEP_MS = 250;

/** One poll. It listens itself for its caller's leaving: of thousands, each closure counts. */
class Held implements EventListenerObject {
  constructor(
    private readonly all: Map<number, Held>,
    private readonly assetid: number,
    readonly until: number,
    private readonly gone: AbortSignal,
    private readonly resolve: (outcome: PollOutcome) => void,
  ) {
    gone.addEventListener('abort', this);
  }

  handleEvent(): void {
    this.end('unheld');
  }

  end(outcome: PollOutcome): void {
    this.gone.removeEventListener('abort', this);
    if (this.all.get(this.assetid) === this) this.all.delete(this.assetid);
    this.resolve(outcome);
  }
}

/**
 * The polls of agents that wait for a command. Which PCs have work is known in memory, so that a poll that is held
 * touches no table; whoever queues a command says so, and it is claimed at once.
 */
export class Polls {
  private readonly held = new Map<number, Held>();
  private readonly work: Set<number>;
  private readonly twins: SharedCredentialDetector;
  private isStopping = false;
  private sweeping: NodeJS.Timeout | undefined;
  private leftBehind = 0;
  private readonly ended = { second: 0, count: 0 };

  constructor(private readonly host: Host) {
    this.twins = new SharedCredentialDetector(host);
    this.work = new Set(host.db.read((reader) => pcsWithWork.all(reader).map(({ assetid }) => assetid)));
  }

  /** How many are held. */
  get size(): number {
    return this.held.size;
  }

  /** The next command of a PC, if there is one now. */
  claim(assetid: number): ClaimedCommand | undefined {
    const claimed = this.work.has(assetid) ? claimCommand(this.host, assetid) : undefined;
    if (claimed !== 'idle') return claimed;
    this.work.delete(assetid);
    return undefined;
  }

  /** Waits until there may be a command, or until nothing came. Whoever comes again has lost the poll before. */
  wait(assetid: number, until: number, gone: AbortSignal): Promise<PollOutcome> {
    const before = this.held.get(assetid);
    if (before) {
      before.end('unheld');
      this.twins.recordPoll(assetid);
    }
    if (performance.now() >= until || this.isStopping || gone.aborted) return Promise.resolve('unheld');
    this.sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    return new Promise((resolve) => {
      this.held.set(assetid, new Held(this.held, assetid, until, gone, resolve));
    });
  }

  /**
   * Seconds that a PC waits after a poll that ended empty: none, but where all would come again at once. Polls that are
   * not held do not count: one PC alone could make as many of them as it likes.
   */
  pauseAfter(assetid: number, outcome: 'none' | 'unheld'): number {
    if (this.isStopping) return readReturnSeconds(this.host, assetid);
    if (outcome === 'unheld') return 0;
    this.leftBehind++;
    const { ended } = this;
    const second = Math.floor(performance.now() / 1000);
    if (ended.second !== second) Object.assign(ended, { second, count: 0 });
    return ++ended.count > MAX_PER_SECOND ? 1 + Math.floor(slotOf(assetid) * HERD_SECONDS) : 0;
  }

  private sweep(): void {
    const now = performance.now();
    for (const held of this.held.values()) if (held.until <= now) held.end('none');
    if (this.leftBehind >= SWEEP_AFTER) {
      this.leftBehind = 0;
      runtime.collectGarbage();
    }
    if (this.held.size > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  /** There may be something to claim now: a command was queued, one is through, or a lock has ended. */
  wake(assetid: number): void {
    this.work.add(assetid);
    this.held.get(assetid)?.end('work');
  }

  /** As `wake`, for so many that all at once would hold the loop with what they claim. */
  async wakeMany(assetids: readonly number[]): Promise<void> {
    for (const assetid of assetids) this.work.add(assetid);
    for (const [n, assetid] of assetids.entries()) {
      if (n % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
      this.held.get(assetid)?.end('work');
    }
  }

  /** As `wakeMany`, for all for whom something waits. */
  wakeAll(): Promise<void> {
    return this.wakeMany([...this.work]);
  }

  /** The credential of the PC was taken back. */
  revoke(assetid: number): void {
    this.held.get(assetid)?.end('revoked');
  }

  /** Whoever polls for the PC comes again, and shows what it has by then. */
  release(assetid: number): void {
    this.held.get(assetid)?.end('none');
  }

  /** The appliance stops: whoever waits hears that there is nothing, and when to come again. */
  stop(): void {
    this.isStopping = true;
    for (const held of [...this.held.values()]) held.end('none');
  }
}
