import type { CachedResult } from '../../kit/data/query-cache.ts';

/** The age up to which a count is used although its tables changed. */
const MAX_AGE_MS = 60_000;
/** The time that one request spends to renew counts that are younger. */
const RENEWAL_MS = 25;
const MAX_COUNTS = 2000;

interface CachedCount extends CachedResult<number> {
  /** The time of the count in milliseconds. */
  at: number;
}

/** Counts that are exact while counting is quick, and otherwise at most a minute old. */
export class CountCache {
  private readonly counts = new Map<string, CachedCount>();

  /** `now` returns the time in milliseconds, and `elapsed` a stopwatch. */
  constructor(
    private readonly now: () => number,
    private readonly elapsed = () => performance.now(),
  ) {}

  /**
   * Returns a function that reads one count for a request. It counts again when no count is cached, when the
   * cached one is too old, or when it changed and the request has time left to renew it.
   */
  begin(): (key: string, count: () => CachedResult<number>) => number {
    let spent = 0;
    return (key, count) => {
      const cached = this.counts.get(key);
      if (cached && this.isUsable(cached, spent < RENEWAL_MS)) return cached.value;
      const start = this.elapsed();
      const result = { ...count(), at: this.now() };
      if (cached) spent += this.elapsed() - start;
      if (this.counts.size >= MAX_COUNTS) this.counts.clear();
      this.counts.set(key, result);
      return result.value;
    };
  }

  private isUsable(cached: CachedCount, canRenew: boolean): boolean {
    if (cached.isFresh()) return true;
    const age = this.now() - cached.at;
    return !canRenew && age >= 0 && age < MAX_AGE_MS;
  }
}
