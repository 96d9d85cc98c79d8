import { AppError } from '../errors.ts';
import { Tally } from '../tally.ts';

const MB = 1024 * 1024;
/** The budget in bytes for large bodies in memory. Further bodies wait. */
const BUDGET_BYTES = 32 * MB;
/** The part of the budget for one caller. A single larger body is accepted anyway. */
const MAX_BYTES_PER_CALLER = BUDGET_BYTES / 2;
const LONGEST_WAIT_MS = 20_000;

/**
 * The minimum speed of a body in bytes per second while others wait. A body may take one second longer than
 * that.
 */
const BYTES_PER_SECOND = 1.6 * MB;

interface WaitingBody {
  caller: string;
  bytes: number;
  enter(): void;
}

/** A body that is being received. */
interface ArrivingBody {
  /** True once its expected time has passed. */
  isLate: boolean;
  giveUp: AbortController;
}

/**
 * Limits the memory that large request bodies use together. A body is read only when its full size fits into
 * the budget.
 */
export class BodyMemoryBudget {
  private free = BUDGET_BYTES;
  private readonly line: WaitingBody[] = [];
  private readonly arriving = new Set<ArrivingBody>();
  /** The reserved bytes of each caller. */
  private readonly reservedBytes = new Tally<string>();
  /** The length of a second of the arrival time in milliseconds; tests shorten it. */
  protected readonly secondMs: number = 1000;

  /**
   * Reserves `bytes` in the budget, receives the body and runs `work` with it. Throws 429 when the body has
   * waited 20 seconds for room. `hurry` is aborted when the body is slow and another one waits for its
   * memory.
   */
  async within<T>(
    caller: string,
    bytes: number,
    receive: (hurry: AbortSignal) => Promise<Uint8Array>,
    work: (body: Uint8Array) => Promise<T>,
  ): Promise<T> {
    const taken = Math.min(bytes, BUDGET_BYTES);
    await this.enter(caller, taken);
    try {
      return await work(await this.receive(taken, receive));
    } finally {
      this.hold(caller, -taken);
      this.admit();
    }
  }

  private hold(caller: string, bytes: number): void {
    this.free -= bytes;
    this.reservedBytes.add(caller, bytes);
  }

  private async receive(bytes: number, receive: (hurry: AbortSignal) => Promise<Uint8Array>) {
    const body: ArrivingBody = { isLate: false, giveUp: new AbortController() };
    const grace = this.secondMs * (1 + bytes / BYTES_PER_SECOND);
    const timer = setTimeout(() => {
      body.isLate = true;
      this.abortLate();
    }, grace);
    this.arriving.add(body);
    try {
      return await receive(body.giveUp.signal);
    } finally {
      clearTimeout(timer);
      this.arriving.delete(body);
    }
  }

  /** Aborts late bodies, unless every waiting caller only waits for memory of its own part of the budget. */
  private abortLate(): void {
    if (this.line.every((waiting) => this.hasHalf(waiting))) return;
    for (const { isLate, giveUp } of this.arriving) if (isLate) giveUp.abort();
  }

  private enter(caller: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: WaitingBody = {
        caller,
        bytes,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.line.splice(this.line.indexOf(waiting), 1);
        reject(noRoom());
        // Bodies behind it may be smaller and fit.
        this.admit();
      }, LONGEST_WAIT_MS);
      this.line.push(waiting);
      this.admit();
      this.abortLate();
    });
  }

  private hasHalf({ caller, bytes }: WaitingBody): boolean {
    const reserved = this.reservedBytes.of(caller);
    return reserved > 0 && reserved + bytes > MAX_BYTES_PER_CALLER;
  }

  /**
   * Starts waiting bodies in the order of arrival. Skips a body with which its caller would use more than
   * half of the budget, so that it does not delay the others.
   */
  private admit(): void {
    for (const waiting of [...this.line]) {
      const { caller, bytes } = waiting;
      if (this.hasHalf(waiting)) continue;
      if (bytes > this.free) return;
      this.line.splice(this.line.indexOf(waiting), 1);
      this.hold(caller, bytes);
      waiting.enter();
    }
  }
}

const noRoom = () =>
  new AppError(
    'RATE_LIMITED',
    'The appliance receives too many large reports at the moment. Send this one again later.',
    undefined,
    30,
  );
