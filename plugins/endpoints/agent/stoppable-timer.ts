const MAX_QUIET_SECONDS = 300;

/** The time by which an agent waits; tests bring one of their own. */
export interface AgentTime {
  /** Milliseconds of a stopwatch. */
  now(): number;
  /** From 0 to 1, without 1. */
  random(): number;
  /** Calls `wake` after so many milliseconds; returns what cancels it. */
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

/** Waits that end when the agent does. */
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

  /** Nothing is asked of the server for so long: it has said so. Within the second PCs spread by themselves. */
  pauseRequests(seconds: number): void {
    const { time } = this;
    this.quietUntil = time.now() + (Math.min(seconds, MAX_QUIET_SECONDS) + time.random()) * 1000;
  }

  /** Until the server may be asked again, and up to `more` longer where that was waited for. */
  async waitUntilAllowed(more = 0): Promise<void> {
    const left = this.quietUntil - this.time.now();
    if (left > 0) await this.sleep(left + this.time.random() * more);
  }

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
