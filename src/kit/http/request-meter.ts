/** What was answered on one route with one class of status. */
export interface RequestCount {
  method: string;
  /** As declared, never as called: a path can carry a secret. */
  path: string;
  /** `2xx`, `4xx` ... */
  status: string;
  count: number;
  seconds: number;
  /** How many took at most so long as each of `BOUNDS`. */
  within: number[];
}

/** Seconds: from one small answer to a request that is held until there is news. */
export const BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 30] as const;

/** Counts answered requests since the start. */
export class RequestMeter {
  private readonly counts = new Map<string, RequestCount>();

  count(method: string, path: string, status: number, milliseconds: number): void {
    const group = `${Math.floor(status / 100)}xx`;
    const key = `${method} ${path} ${group}`;
    let known = this.counts.get(key);
    if (!known) {
      known = { method, path, status: group, count: 0, seconds: 0, within: BOUNDS.map(() => 0) };
      this.counts.set(key, known);
    }
    known.count++;
    const seconds = milliseconds / 1000;
    known.seconds += seconds;
    for (const [place, bound] of BOUNDS.entries()) if (seconds <= bound) known.within[place]!++;
  }

  all(): RequestCount[] {
    return [...this.counts.values()];
  }
}
