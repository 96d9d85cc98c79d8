const LEAST_MS = 5000;
const MAX_DELAY_MS = 300_000;

/** Says how long to wait after each failure in a row: full jitter, from 5 s to 300 s, so that a herd spreads. */
export class BackOff {
  private failures = 0;

  constructor(
    private readonly random: () => number = Math.random,
    /** Seconds that the server has chosen for the first wait of this PC; 0 while it has said nothing. */
    private readonly chosen: () => number = () => 0,
  ) {}

  /** Milliseconds to wait now. What the server asks for in `Retry-After` is the least. */
  next(retryAfterSeconds = 0): number {
    const isFirst = this.failures === 0;
    const most = Math.min(MAX_DELAY_MS, LEAST_MS * 2 ** Math.min(this.failures++, 10));
    const jittered = LEAST_MS + this.random() * (most - LEAST_MS);
    const asked = Math.max(retryAfterSeconds, isFirst ? this.chosen() : 0) * 1000;
    return Math.min(Math.max(jittered, asked), MAX_DELAY_MS);
  }

  /** It worked: the next failure is the first again. */
  reset(): void {
    this.failures = 0;
  }
}

/** A PC that has run for less has just been switched on, as all of them are when a shift begins. */
const JUST_STARTED_SECONDS = 300;
const MAX_JITTER_SECONDS = 300;

/** Milliseconds until the first contact of an agent that starts with its PC, so that a whole hall does not call at once. */
export function computeStartupDelay(
  seconds: number,
  uptimeSeconds: number,
  random: () => number = Math.random,
): number {
  if (uptimeSeconds >= JUST_STARTED_SECONDS) return 0;
  return random() * Math.min(Math.max(seconds, 0), MAX_JITTER_SECONDS) * 1000;
}
