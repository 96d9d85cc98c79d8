import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { networkOf } from './client-address.ts';

const MAX_KEYS = 50_000;
/** Callers that stay known after a cleanup. Fewer, so that a cleanup does not run for each new caller. */
const KEYS_AFTER_CLEANUP = 45_000;

export interface RateLimiterOptions {
  /** Allowed amount in one window, as a number, or as a function for a setting that can change. */
  max: number | (() => number);
  /** Length of a window. */
  seconds: number;
  /** Start of the error message, without a period. */
  message?: string;
}

/**
 * Limits attempts of each caller in fixed time windows. A caller is an address, or a name such as `asset 5`.
 * The addresses of one IPv6 network count as one. Counting is synchronous, so concurrent requests cannot
 * exceed the limit. Beyond 50,000 callers, the oldest windows are discarded.
 */
export class RateLimiter {
  private readonly windows = new Map<string, { start: number; count: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly options: RateLimiterOptions,
  ) {}

  /** Adds `amount` without rejecting, for a cost that is only known afterwards. */
  add(address: string, amount: number): void {
    this.windowOf(address).count += amount;
  }

  /** Counts one attempt. Throws 429 RATE_LIMITED with `Retry-After` once the window is exhausted. */
  count(address: string): void {
    const window = this.windowOf(address);
    window.count++;
    if (window.count > this.max) throw this.limitError(window.start);
  }

  /** Returns the milliseconds until the window ends; 0 while it is not exhausted. */
  wait(address: string): number {
    const window = this.windowOf(address);
    return window.count >= this.max ? this.millisecondsLeft(window.start) : 0;
  }

  /** Throws 429 like `count` once the window is exhausted, without counting. */
  check(address: string): void {
    const window = this.windowOf(address);
    if (window.count >= this.max) throw this.limitError(window.start);
  }

  private get max(): number {
    const { max } = this.options;
    return typeof max === 'number' ? max : max();
  }

  private windowOf(address: string): { start: number; count: number } {
    const key = networkOf(address);
    const now = this.clock.now().getTime();
    const current = this.windows.get(key);
    if (current && now - current.start < this.options.seconds * 1000 && now >= current.start) return current;
    if (this.windows.size >= MAX_KEYS) this.forgetOld(now);
    const window = { start: now, count: 0 };
    // Deleted first, so that the map is in the order of the starts.
    this.windows.delete(key);
    this.windows.set(key, window);
    return window;
  }

  private millisecondsLeft(start: number): number {
    return start + this.options.seconds * 1000 - this.clock.now().getTime();
  }

  private limitError(start: number): AppError {
    const wait = Math.max(1, Math.ceil(this.millisecondsLeft(start) / 1000));
    return new AppError(
      'RATE_LIMITED',
      `${this.options.message ?? 'Too many attempts'}. Wait ${wait} seconds and try again.`,
      undefined,
      wait,
    );
  }

  /** Deletes ended windows, which are the oldest, and more of the oldest while too many callers remain. */
  private forgetOld(now: number): void {
    for (const [key, { start }] of this.windows) {
      const isEnded = now - start >= this.options.seconds * 1000;
      if (!isEnded && this.windows.size <= KEYS_AFTER_CLEANUP) return;
      this.windows.delete(key);
    }
  }
}

/**
 * Returns a class of limiter, of which `host.getInstance` creates one for each appliance. For example
 * `const ReportLimiter = defineRateLimiter({ max: 10, seconds: 3600 })`.
 */
export const defineRateLimiter = (options: RateLimiterOptions) =>
  class extends RateLimiter {
    constructor({ clock }: { clock: Clock }) {
      super(clock, options);
    }
  };
