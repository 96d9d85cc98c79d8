import type { Clock } from '../../../src/kit/clock.ts';
import { HrError } from './hr-error.ts';

/**
 * The pause after a failure of the server. After it, one trial query is sent; other queries still fail at
 * once.
 */
const PAUSE_MS = 10_000;

/** Fails queries at once while the server is down, so that requests do not each wait for the timeout. */
export class Breaker {
  private until = 0;
  private isTrying = false;
  private reason = '';

  constructor(private readonly clock: Clock) {}

  /** Throws an HrError while the server is paused or a trial query is running. Otherwise allows the query. */
  refuse(): void {
    if (this.until === 0) return;
    if (this.isTrying || this.clock.now().getTime() < this.until) throw new HrError('paused', this.reason);
    this.isTrying = true;
  }

  /** Starts a pause. Returns true when the server was working until now. */
  recordFailure(reason: string): boolean {
    const wasWell = this.until === 0;
    this.until = this.clock.now().getTime() + PAUSE_MS;
    this.isTrying = false;
    this.reason = reason;
    return wasWell;
  }

  /** Ends the pause after a response. Returns true when the server was paused until now. */
  recordAnswer(): boolean {
    const wasIll = this.until !== 0;
    this.until = 0;
    this.isTrying = false;
    return wasIll;
  }
}
