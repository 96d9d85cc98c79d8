/** The completed requests of one route with one class of status. */
export interface RequestCount {
  method: string;
  /** The path as declared. The requested path may contain a secret. */
  path: string;
  /** The class of the status: `2xx`, `4xx` and so on. */
  status: string;
  count: number;
  seconds: number;
  /** For each of `DURATION_BOUNDS_S`, the number of requests that took at most that long. */
  within: number[];
}

/** The bounds in seconds, from a small response to a long poll. */
export const DURATION_BOUNDS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 30] as const;

/** Counts completed requests since the start. */
export class RequestMeter {
  private readonly counts = new Map<string, RequestCount>();

  /** Counts a request. `path` is the declared one of its route. */
  count(method: string, path: string, status: number, milliseconds: number): void {
    const group = `${Math.floor(status / 100)}xx`;
    const key = `${method} ${path} ${group}`;
    let metric = this.counts.get(key);
    if (!metric) {
      metric = { method, path, status: group, count: 0, seconds: 0, within: DURATION_BOUNDS_S.map(() => 0) };
      this.counts.set(key, metric);
    }
    metric.count++;
    const seconds = milliseconds / 1000;
    metric.seconds += seconds;
    for (const [place, bound] of DURATION_BOUNDS_S.entries()) if (seconds <= bound) metric.within[place]!++;
  }

  all(): RequestCount[] {
    return [...this.counts.values()];
  }
}
