const MOST_QUIET_SECONDS = 300;

/** Waits that end when the agent does. */
export class Waiting {
  private readonly ended = new AbortController();
  private quietUntil = 0;

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  get isOver(): boolean {
    return this.ended.signal.aborted;
  }

  end(): void {
    this.ended.abort();
  }

  /** Nothing is asked of the server for so long: it has said so. Within the second PCs spread by themselves. */
  beQuiet(seconds: number): void {
    this.quietUntil = performance.now() + (Math.min(seconds, MOST_QUIET_SECONDS) + Math.random()) * 1000;
  }

  /** Until the server may be asked again, and up to `more` longer where that was waited for. */
  async calm(more = 0): Promise<void> {
    const left = this.quietUntil - performance.now();
    if (left > 0) await this.sleep(left + Math.random() * more);
  }

  sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const { signal } = this.ended;
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
