const LEAST_MS = 5000;
const MOST_MS = 300_000;

/** Says how long to wait after each failure in a row: full jitter, from 5 s to 300 s, so that a herd spreads. */
export class BackOff {
  private failures = 0;

  constructor(private readonly random: () => number = Math.random) {}

  /** Milliseconds to wait now. What the server asks for in `Retry-After` is the least. */
  next(retryAfterSeconds = 0): number {
    const most = Math.min(MOST_MS, LEAST_MS * 2 ** Math.min(this.failures++, 10));
    const jittered = LEAST_MS + this.random() * (most - LEAST_MS);
    return Math.min(Math.max(jittered, retryAfterSeconds * 1000), MOST_MS);
  }

  /** It worked: the next failure is the first again. */
  reset(): void {
    this.failures = 0;
  }
}
