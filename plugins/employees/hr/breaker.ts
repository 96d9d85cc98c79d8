import type { Clock } from '../../../src/kit/clock.ts';
import { HrError } from './hr-error.ts';

/** How long a server that failed is left alone; then one question is asked of it, and the others wait for nothing. */
const PAUSE_MS = 10_000;

/** Keeps a dead server from costing every request the time that we would wait for it. */
export class Breaker {
  private until = 0;
  private isTrying = false;
  private reason = '';

  constructor(private readonly clock: Clock) {}

  /** Throws at once while the server is left alone. */
  refuse(): void {
    if (this.until === 0) return;
    if (this.isTrying || this.clock.now().getTime() < this.until) throw new HrError('paused', this.reason);
    this.isTrying = true;
  }

  /** Answers whether it was well until now. */
  failed(reason: string): boolean {
    const wasWell = this.until === 0;
    this.until = this.clock.now().getTime() + PAUSE_MS;
    this.isTrying = false;
    this.reason = reason;
    return wasWell;
  }

  /** Answers whether it was left alone until now. */
  answered(): boolean {
    const wasIll = this.until !== 0;
    this.until = 0;
    this.isTrying = false;
    return wasIll;
  }
}
