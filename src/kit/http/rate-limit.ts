import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { networkOf } from './client-address.ts';

const MAX_KEYS = 50_000;

/**
 * A limit for each address with fixed time windows. Counting is synchronous, so concurrent requests cannot
 * exceed the limit.
 */
export class RateLimit {
  private windows = new Map<string, { start: number; count: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly limit: () => number,
    private readonly seconds: number,
    private readonly said = 'Too many attempts',
  ) {}

  /** Adds `amount` without rejecting, for a cost that is only known afterwards. */
  add(address: string, amount: number): void {
    this.windowOf(address).count += amount;
  }

  /** Counts one attempt. Throws 429 RATE_LIMITED with `Retry-After` once the window is exhausted. */
  take(address: string): void {
    const window = this.windowOf(address);
    window.count++;
    if (window.count > this.limit()) throw this.refusal(window.start);
  }

  /** Returns the milliseconds until the window ends; 0 while it is not exhausted. */
  wait(address: string): number {
    const window = this.windowOf(address);
    return window.count >= this.limit() ? this.left(window.start) : 0;
  }

  /** Throws 429 like `take` once the window is exhausted, without counting. */
  check(address: string): void {
    const window = this.windowOf(address);
    if (window.count >= this.limit()) throw this.refusal(window.start);
  }

  private windowOf(address: string): { start: number; count: number } {
    const key = networkOf(address);
    const now = this.clock.now().getTime();
    const known = this.windows.get(key);
    if (known && now - known.start < this.seconds * 1000 && now >= known.start) return known;
    if (this.windows.size >= MAX_KEYS) this.forgetOld(now);
    const window = { start: now, count: 0 };
    this.windows.set(key, window);
    return window;
  }

  private left(start: number): number {
    return start + this.seconds * 1000 - this.clock.now().getTime();
  }

  private refusal(start: number): AppError {
    const wait = Math.max(1, Math.ceil(this.left(start) / 1000));
    return new AppError('RATE_LIMITED', `${this.said}. Wait ${wait} seconds and try again.`, undefined, wait);
  }

  private forgetOld(now: number): void {
    for (const [key, window] of this.windows) {
      if (now - window.start >= this.seconds * 1000) this.windows.delete(key);
    }
    if (this.windows.size >= MAX_KEYS) this.windows.clear();
  }
}
