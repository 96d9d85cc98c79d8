import type { CpuAccount } from '../time-slice.ts';
import { networkOf } from './client-address.ts';
import type { RateLimit } from './rate-limit.ts';
import type { EventLoopShare } from './event-loop-share.ts';

/** Where a request comes from; each is worked out when somebody asks. */
export interface Caller {
  address(): string;
  /** Is aborted when the caller leaves; undefined for what goes on then. */
  left(): AbortSignal | undefined;
}

/** The one stopwatch, which runs for one account at a time. */
interface Stopwatch {
  begin(account: TurnAccount): void;
  end(account: TurnAccount): void;
  elapsed(): number;
}

/** What one request takes of the loop, and where it is put down. */
export class TurnAccount implements CpuAccount {
  constructor(
    private readonly stopwatch: Stopwatch,
    private readonly caller: Caller,
    private readonly share: () => EventLoopShare,
    /** What the address may take in all; absent where there is no such bound. */
    private readonly limit?: RateLimit,
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
    this.share().spend(ms);
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
      () => this.caller.left(),
    );
  }
}

/** However many come at once, everybody else comes in between. Throws when the account has no more turns. */
export async function waitForTurn(account: CpuAccount): Promise<void> {
  account.refuse();
  const entering = account.enter();
  if (!entering) return;
  await entering;
  account.refuse();
}
