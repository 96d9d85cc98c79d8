import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';

const MAX_KEYS = 50_000;

/** A fixed-window limit for each key. Counting is one synchronous step, so parallel calls cannot slip past it. */
export class RateLimit {
  private windows = new Map<string, { start: number; count: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly limit: () => number,
    private readonly seconds: number,
  ) {}

  /** Counts one attempt; 429 RATE_LIMITED with `Retry-After` once the window is used up. */
  take(key: string): void {
    const now = this.clock.now().getTime();
    let window = this.windows.get(key);
    if (!window || now - window.start >= this.seconds * 1000 || now < window.start) {
      if (this.windows.size >= MAX_KEYS) this.forgetOld(now);
      window = { start: now, count: 0 };
      this.windows.set(key, window);
    }
    window.count++;
    if (window.count <= this.limit()) return;
    const wait = Math.max(1, Math.ceil((window.start + this.seconds * 1000 - now) / 1000));
    throw new AppError(
      'RATE_LIMITED',
      `Too many attempts. Wait ${wait} seconds and try again.`,
      undefined,
      wait,
    );
  }

  private forgetOld(now: number): void {
    for (const [key, window] of this.windows) {
      if (now - window.start >= this.seconds * 1000) this.windows.delete(key);
    }
    if (this.windows.size >= MAX_KEYS) this.windows.clear();
  }
}
