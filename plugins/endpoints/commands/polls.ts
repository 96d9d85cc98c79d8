import type { Host } from '../../../src/kit/host.ts';
import { placeOf, returnTo } from '../checkin/slots.ts';
import { credentialInvalid } from '../who.ts';
import { type Claimed, claim } from './claim.ts';
import { pcsWithWork } from './queries.ts';
import { Twins } from './twins.ts';

/** Why a poll is no longer held: there may be work, there is none, or the credential was taken back. */
type Outcome = 'work' | 'none' | 'revoked';

/** So many polls may end empty in one second; more are a herd. */
const MOST_PER_SECOND = 4000;
/** A herd is spread over so long, which is how long a poll is held. */
const HERD_SECONDS = 25;

interface Held {
  end(outcome: Outcome): void;
}

/**
 * The polls of agents that wait for a command. Which PCs have work is known in memory, so that a poll that is held
 * touches no table; whoever queues a command says so, and it is claimed at once.
 */
export class Polls {
  private readonly held = new Map<number, Held>();
  private readonly work: Set<number>;
  private readonly twins: Twins;
  private isStopping = false;
  private readonly ended = { second: 0, count: 0 };

  constructor(private readonly host: Host) {
    this.twins = new Twins(host);
    this.work = new Set(host.db.read((reader) => pcsWithWork.all(reader).map(({ assetid }) => assetid)));
  }

  /** How many are held. */
  get size(): number {
    return this.held.size;
  }

  /** The next command of a PC, waited for at most so long; undefined when none came. 401 when its credential goes. */
  async next(assetid: number, ms: number, gone: AbortSignal): Promise<Claimed | undefined> {
    const until = performance.now() + ms;
    // Whoever comes again has lost the poll before.
    const before = this.held.get(assetid);
    if (before) {
      before.end('none');
      this.twins.note(assetid);
    }
    for (;;) {
      const claimed = this.work.has(assetid) ? claim(this.host, assetid) : undefined;
      if (claimed === 'idle') this.work.delete(assetid);
      else if (claimed) return claimed;
      const left = until - performance.now();
      if (left <= 0 || this.isStopping || gone.aborted) return undefined;
      const outcome = await this.hold(assetid, left, gone);
      if (outcome === 'revoked') throw credentialInvalid();
      if (outcome === 'none') return undefined;
    }
  }

  /** Seconds that a PC waits after a poll that ended empty: none, but where all would come again at once. */
  pauseAfter(assetid: number): number {
    if (this.isStopping) return returnTo(this.host, assetid);
    const { ended } = this;
    const second = Math.floor(performance.now() / 1000);
    if (ended.second !== second) Object.assign(ended, { second, count: 0 });
    return ++ended.count > MOST_PER_SECOND ? 1 + Math.floor(placeOf(assetid) * HERD_SECONDS) : 0;
  }

  private hold(assetid: number, ms: number, gone: AbortSignal): Promise<Outcome> {
    return new Promise((resolve) => {
      const leave = () => held.end('none');
      const timer = setTimeout(leave, ms);
      const held: Held = {
        end: (outcome) => {
          clearTimeout(timer);
          gone.removeEventListener('abort', leave);
          if (this.held.get(assetid) === held) this.held.delete(assetid);
          resolve(outcome);
        },
      };
      gone.addEventListener('abort', leave, { once: true });
      this.held.set(assetid, held);
    });
  }

  /** There may be something to claim now: a command was queued, one is through, or a lock has ended. */
  wake(assetid: number): void {
    this.work.add(assetid);
    this.held.get(assetid)?.end('work');
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
