/** Lets everybody else on the event loop have a turn: long work does so every few milliseconds. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How long a turn of long work lasts, in milliseconds: a request beside it hardly notices. */
export const TURN_MS = 10;

/** What the turns of some work are put down to. */
export interface CpuAccount {
  /** It ends by itself with this turn of the loop. */
  begin(): void;
  end(): void;
  /** Throws while it has no more turns. */
  refuse(): void;
  /** Milliseconds until it has turns again; 0 when it has some. */
  wait(): number;
  /** Undefined while there is room for it in this turn of the loop; otherwise settles when there is. */
  enter(): Promise<void> | undefined;
  /** Milliseconds of the stopwatch by which its turns end. */
  elapsed(): number;
}

/** The turn of long work that runs now: `if (turn.isOver) await turn.next()`. */
export class TimeSlice {
  private until: number;

  /** `account` is that of whoever waits for the work; undefined for what the appliance does by itself. */
  constructor(
    public account: CpuAccount | undefined,
    private readonly ms = TURN_MS,
  ) {
    this.until = this.elapsed() + ms;
  }

  get isOver(): boolean {
    return this.elapsed() >= this.until;
  }

  /** Everybody else has a turn, then the next one begins. Throws when its account has no more of them. */
  async next(): Promise<void> {
    this.account?.end();
    await yieldToEventLoop();
    this.account?.refuse();
    await this.account?.enter();
    this.begin();
  }

  /** Its milliseconds begin now: what had to be done before the work does not count. */
  restart(): void {
    this.until = this.elapsed() + this.ms;
  }

  /** As `next`, where of the pieces of all callers together one comes in a turn. */
  async nextOf(pieces: { turn(): Promise<void> }): Promise<void> {
    this.account?.end();
    await pieces.turn();
    this.begin();
  }

  /** As `next`, for what is being sent already: waits until its account has turns again. */
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
