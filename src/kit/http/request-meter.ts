/** What was answered on one route with one class of status. */
export interface RequestCount {
  method: string;
  /** As declared, never as called: a path can carry a secret. */
  path: string;
  /** `2xx`, `4xx` ... */
  status: string;
  count: number;
  seconds: number;
}

/** Counts answered requests since the start. */
export class RequestMeter {
  private readonly counts = new Map<string, RequestCount>();

  count(method: string, path: string, status: number, milliseconds: number): void {
    const group = `${Math.floor(status / 100)}xx`;
    const key = `${method} ${path} ${group}`;
    let known = this.counts.get(key);
    if (!known) {
      known = { method, path, status: group, count: 0, seconds: 0 };
      this.counts.set(key, known);
    }
    known.count++;
    known.seconds += milliseconds / 1000;
  }

  all(): RequestCount[] {
    return [...this.counts.values()];
  }
}
