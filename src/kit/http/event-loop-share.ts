import { AppError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';

/** The milliseconds of one turn of the event loop that a share may use. */
const TURN_MS = 20;
/**
 * The maximum number of waiting requests that start in one turn, which matters if each takes hardly any time.
 */
const MAX_PER_TURN = 32;
/** The maximum number of requests that wait in one line. */
const MAX_LINE_LENGTH = 500;

/** The part of each turn of the event loop that a group of callers may use together. */
export class EventLoopShare {
  private spent = 0;
  private readonly queue = new FairQueue();
  private isLettingIn = false;

  /** `settle` charges the work that is running now, so that the rest of the share is known. */
  constructor(private readonly settle: () => void) {}

  get isIdle(): boolean {
    return this.queue.size === 0;
  }

  charge(ms: number): void {
    this.spent += ms;
  }

  /** Resets the used time, for the next turn of the event loop. */
  renew(): void {
    this.spent = 0;
  }

  /**
   * Returns undefined while the share of this turn is not used up and no request waits. Otherwise returns a
   * promise that resolves when it is the caller's turn; the lines take turns. The promise rejects with 400
   * once the caller has disconnected, and with 429 when 500 requests of its line wait.
   */
  enter(line: () => string, disconnected: () => AbortSignal | undefined): Promise<void> | undefined {
    this.settle();
    if (this.spent < TURN_MS && this.isIdle) return undefined;
    if (!this.isLettingIn) setImmediate(() => this.letIn());
    this.isLettingIn = true;
    return this.join(line(), disconnected());
  }

  private async join(line: string, disconnected: AbortSignal | undefined): Promise<void> {
    if (this.queue.lengthOf(line) >= MAX_LINE_LENGTH) throw tooMany();
    await this.queue.join(line, disconnected);
  }

  /**
   * Starts the waiting requests one at a time, so that the cost of each is known before the next one starts.
   */
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
    `${MAX_LINE_LENGTH} of your requests are already waiting. Send fewer at once.`,
    undefined,
    1,
  );
