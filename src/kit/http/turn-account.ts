import type { CpuAccount } from '../time-slice.ts';
import { networkOf } from './client-address.ts';
import type { EventLoopShare } from './event-loop-share.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** The address of a caller and its disconnect signal. Each is determined on demand. */
export interface Caller {
  address(): string;
  /** Aborted when the caller disconnects; undefined for work that continues then. */
  disconnectSignal(): AbortSignal | undefined;
}

/** The shared stopwatch, which runs for one account at a time. */
interface Stopwatch {
  begin(account: TurnAccount): void;
  end(account: TurnAccount): void;
  elapsed(): number;
}

/** The account of one request: measures its use of the event loop and charges it. */
export class TurnAccount implements CpuAccount {
  constructor(
    private readonly stopwatch: Stopwatch,
    private readonly caller: Caller,
    private readonly share: () => EventLoopShare,
    /** The total limit of the address. Absent if there is no such limit. */
    private readonly limit?: RateLimiter,
  ) {}

  begin(): void {
    this.stopwatch.begin(this);
  }

  end(): void {
    this.stopwatch.end(this);
  }

  elapsed(): number {
    return this.stopwatch.elapsed();
  }

  charge(ms: number): void {
    this.share().charge(ms);
    this.limit?.add(this.caller.address(), ms);
  }

  refuse(): void {
    this.limit?.check(this.caller.address());
  }

  wait(): number {
    return this.limit?.wait(this.caller.address()) ?? 0;
  }

  enter(): Promise<void> | undefined {
    return this.share().enter(
      () => networkOf(this.caller.address()),
      () => this.caller.disconnectSignal(),
    );
  }
}

/**
 * Waits for a share of the event loop, so that requests of others run in between. Throws 429 when the account
 * is exhausted or too many requests wait, 400 when the caller disconnects.
 */
export async function waitForTurn(account: CpuAccount): Promise<void> {
  account.refuse();
  const entering = account.enter();
  if (!entering) return;
  await entering;
  account.refuse();
}
