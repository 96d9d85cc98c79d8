const MAX_QUIET_SECONDS = 300;

/** Time source of an agent's waits. Tests use their own. */
export interface AgentTime {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Random number from 0 up to, but not including, 1. */
  random(): number;
  /** Calls `wake` after the milliseconds. Returns a function that cancels the call. */
  after(ms: number, wake: () => void): () => void;
}

const MACHINE: AgentTime = {
  now: () => performance.now(),
  random: Math.random,
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits that end when the agent stops. */
export class StoppableTimer {
  private readonly ended = new AbortController();
  private quietUntil = 0;

  constructor(private readonly time = MACHINE) {}

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  get isEnded(): boolean {
    return this.ended.signal.aborted;
  }

  end(): void {
    this.ended.abort();
  }

  /**
   * Pauses requests for the seconds that the server asks for, at most 300. A random part of a second spreads
   * the PCs.
   */
  pauseRequests(seconds: number): void {
    const { time } = this;
    this.quietUntil = time.now() + (Math.min(seconds, MAX_QUIET_SECONDS) + time.random()) * 1000;
  }

  /**
   * Waits until requests are allowed again. If it had to wait, adds a random time up to `more` milliseconds.
   */
  async waitUntilAllowed(more = 0): Promise<void> {
    const left = this.quietUntil - this.time.now();
    if (left > 0) await this.sleep(left + this.time.random() * more);
  }

  /** Waits for the milliseconds, or until the agent stops. */
  sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const { signal } = this.ended;
      const wake = () => {
        cancel();
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const cancel = this.time.after(ms, wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
