/** Lets everybody else on the event loop have a turn: long work does so every few milliseconds. */
export const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How long a turn of long work lasts, in milliseconds: a request beside it hardly notices. */
export const TURN_MS = 10;

/** The turn of long work that runs now: `if (turn.isOver) await turn.next()`. */
export class Turn {
  private until: number;

  constructor(private readonly ms = TURN_MS) {
    this.until = performance.now() + ms;
  }

  get isOver(): boolean {
    return performance.now() >= this.until;
  }

  /** Everybody else has a turn, then the next one begins. */
  async next(): Promise<void> {
    await giveWay();
    this.until = performance.now() + this.ms;
  }
}
