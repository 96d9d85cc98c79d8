import { yieldToEventLoop } from './time-slice.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

/** Runs tasks one after the other, in the order of arrival. A failed task does not stop the next one. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Runs a task after all earlier ones have ended. Returns its result and throws its error. When `signal` is
   * aborted while the task waits, throws the reason of the signal and does not run the task.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = this.last;
    const result = (signal ? waitUnlessAborted(signal, () => turn) : turn).then(task);
    this.last = Promise.allSettled([turn, result]);
    return result;
  }

  /**
   * Resolves in an event-loop turn that no other caller of this queue gets. Short tasks that arrive in bursts
   * then let other work, such as the handshake of the next connection, run between them.
   */
  waitForTurn(): Promise<void> {
    return this.run(yieldToEventLoop);
  }

  /** Resolves when all tasks that were added so far have ended. */
  async whenIdle(): Promise<void> {
    await this.last;
  }
}
