import { yieldToEventLoop } from './time-slice.ts';

/**
 * Work of a few milliseconds each that may come many at a time: each gets a turn of the event loop to itself, in the
 * order in which it came, so that whatever else arrives, such as the handshake of the next connection, waits for one of
 * them and not for all.
 */
export class SerialQueue {
  private last: Promise<void> = Promise.resolve();

  /** Settles when it is this one's turn. */
  turn(): Promise<void> {
    this.last = this.last.then(yieldToEventLoop);
    return this.last;
  }
}
