const LEAST_MS = 5000;
/** Maximum first delay without an assigned one. It spreads 14,000 PCs over 15 s, instead of one moment. */
const MAX_FIRST_MS = 20_000;
const MAX_DELAY_MS = 300_000;

/**
 * Computes the delay after each consecutive failure, which spreads a herd of PCs. The first delay is the one
 * that the server has assigned, but at least 5 s, or else random between 5 s and 20 s. Later delays are
 * random between 5 s and a limit that doubles from 10 s to 300 s.
 */
export class BackOff {
  private failures = 0;

  constructor(
    private readonly random: () => number = Math.random,
    /** Seconds that the server has assigned to this PC for its first delay; 0 while there is none. */
    private readonly chosen: () => number = () => 0,
  ) {}

  /**
   * Returns the milliseconds to wait now, at most 300 s. `Retry-After` of the server is the minimum, for the
   * first failure also the seconds that it has assigned.
   */
  next(retryAfterSeconds = 0): number {
    const isFirst = this.failures === 0;
    const chosenMs = isFirst ? this.chosen() * 1000 : 0;
    const doubled = LEAST_MS * 2 ** Math.min(this.failures++, 10);
    const most = Math.min(MAX_DELAY_MS, isFirst && chosenMs === 0 ? MAX_FIRST_MS : doubled);
    const jittered = LEAST_MS + this.random() * (most - LEAST_MS);
    const requestedMs = Math.max(retryAfterSeconds * 1000, chosenMs);
    return Math.min(Math.max(jittered, requestedMs), MAX_DELAY_MS);
  }

  /** Marks success, so that the next failure counts as the first. */
  reset(): void {
    this.failures = 0;
  }
}

/** Uptime below which a PC has just been started, as all PCs are at the start of a shift. */
const JUST_STARTED_SECONDS = 300;
const MAX_JITTER_SECONDS = 300;

/**
 * Returns the milliseconds until the first request of an agent that starts with its PC: a random part of
 * `seconds`, which count up to 300. It is 0 when the PC has been running for five minutes. The delay keeps
 * the PCs of a hall from calling at the same time.
 */
export function computeStartupDelay(
  seconds: number,
  uptimeSeconds: number,
  random: () => number = Math.random,
): number {
  if (uptimeSeconds >= JUST_STARTED_SECONDS) return 0;
  return random() * Math.min(Math.max(seconds, 0), MAX_JITTER_SECONDS) * 1000;
}
