/** Yields to other work on the event loop. Long work does so every few milliseconds. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The length of a time slice in milliseconds, which other requests hardly notice. */
export const TURN_MS = 10;

/** The CPU account that time slices are charged to. */
export interface CpuAccount {
  /** Starts charging, until `end` or the end of the current event-loop turn. */
  begin(): void;
  end(): void;
  /** Throws while the account is exhausted. */
  refuse(): void;
  /** Returns the milliseconds until the account has time again; 0 when it has some. */
  wait(): number;
  /**
   * Returns undefined when the work may run in this event-loop turn; otherwise a promise that resolves when
   * it may.
   */
  enter(): Promise<void> | undefined;
  /** Returns the milliseconds of the stopwatch that ends time slices. */
  elapsed(): number;
}

/** The current time slice of long work: `if (turn.isOver) await turn.next()`. */
export class TimeSlice {
  private until: number;

  /** `account` belongs to the caller that waits for the work; undefined for internal work. */
  constructor(
    public account: CpuAccount | undefined,
    private readonly ms = TURN_MS,
  ) {
    this.until = this.elapsed() + ms;
  }

  get isOver(): boolean {
    return this.elapsed() >= this.until;
  }

  /**
   * Yields to other work and starts the next time slice. Throws 429 when the account is exhausted or too many
   * requests wait, 400 when the caller disconnects.
   */
  async next(): Promise<void> {
    this.account?.end();
    await yieldToEventLoop();
    this.account?.refuse();
    await this.account?.enter();
    this.begin();
  }

  /** Restarts the time slice, so that preparations do not count. */
  restart(): void {
    this.until = this.elapsed() + this.ms;
  }

  /**
   * Starts the next time slice when a queue for the pieces of all callers gives it an event-loop turn. Unlike
   * `next`, it continues when the account is exhausted.
   */
  async nextOf(pieces: { waitForTurn(): Promise<void> }): Promise<void> {
    this.account?.end();
    await pieces.waitForTurn();
    this.begin();
  }

  /**
   * Starts the next time slice like `next`, for a response that is being sent. Waits until an exhausted
   * account has time again instead of throwing 429.
   */
  async nextAtLeisure(): Promise<void> {
    this.account?.end();
    await yieldToEventLoop();
    const pause = this.account?.wait() ?? 0;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    await this.account?.enter();
    this.begin();
  }

  private elapsed(): number {
    return this.account?.elapsed() ?? performance.now();
  }

  private begin(): void {
    this.restart();
    this.account?.begin();
  }
}
