import { yieldToEventLoop } from './time-slice.ts';

/**
 * Runs short tasks that can arrive in bursts, one in each event-loop turn and in the order of arrival. Other
 * work, such as the handshake of the next connection, then waits for one task only.
 */
export class SerialQueue {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when the task of the caller may run. */
  turn(): Promise<void> {
    this.last = this.last.then(yieldToEventLoop);
    return this.last;
  }
}
