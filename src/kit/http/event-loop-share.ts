import { AppError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';

/** Milliseconds of one turn of the loop that a share is. */
const TURN_MS = 20;
/** Of those who wait, so many are let in at one turn where each takes next to no time. */
const MAX_PER_TURN = 32;
/** Of one line, so many wait at once. */
const LONGEST_LINE = 500;

/** What some callers have of each turn of the loop, all of them together. */
export class EventLoopShare {
  private spent = 0;
  private readonly queue = new FairQueue();
  private isLettingIn = false;

  /** `settle` puts down what is at work now, so that it is known what of the share is left. */
  constructor(private readonly settle: () => void) {}

  get isIdle(): boolean {
    return this.queue.size === 0;
  }

  spend(ms: number): void {
    this.spent += ms;
  }

  /** The next turn of the loop begins. */
  renew(): void {
    this.spent = 0;
  }

  /**
   * Undefined while something is left of this turn; otherwise settles when there is, one of each line after the other.
   * Throws once the caller has left, and where his line is too long.
   */
  enter(line: () => string, left: () => AbortSignal | undefined): Promise<void> | undefined {
    this.settle();
    if (this.spent < TURN_MS && this.isIdle) return undefined;
    if (!this.isLettingIn) setImmediate(() => this.letIn());
    this.isLettingIn = true;
    return this.join(line(), left());
  }

  private async join(line: string, left: AbortSignal | undefined): Promise<void> {
    if (this.queue.lengthOf(line) >= LONGEST_LINE) throw tooMany();
    await this.queue.join(line, left);
  }

  /** Each is let in by himself: what he costs is known before the next one comes. */
  private letIn(): void {
    this.isLettingIn = !this.isIdle;
    for (let left = Math.min(this.queue.size, MAX_PER_TURN); left > 0; left--)
      setImmediate(() => {
        this.settle();
        if (this.spent < TURN_MS) this.queue.next();
        if (left === 1) this.letIn();
      });
  }
}

const tooMany = () =>
  new AppError(
    'RATE_LIMITED',
    `${LONGEST_LINE} requests wait here already. Send fewer at once.`,
    undefined,
    1,
  );
