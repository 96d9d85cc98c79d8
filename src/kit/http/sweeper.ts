import { runtime } from '#runtime';

const MB = 1024 * 1024;
const LARGE = MB;
/** Bytes of large bodies that were answered until what they left behind is swept. */
const SWEEP_AFTER = 16 * MB;
/** Bytes of all bodies after which a rest is waited for. */
const REST_AFTER = 4 * MB;
const REST_MS = 30_000;
/** So far apart are two sweeps: however much comes, they take a small part of the time. */
const PAUSE_MS = 500;

/** Bodies leave much behind that would be found late: it is given back before it has filled the memory. */
export class Sweeper {
  private large = 0;
  private sweptAt = Number.NEGATIVE_INFINITY;
  private all = 0;
  private sweeping: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly memory: Pick<typeof runtime, 'collectGarbage' | 'shrinkMemory'> = runtime,
    private readonly restMs = REST_MS,
  ) {}

  /** Counts the body of a request that was answered so. What is refused was as a rule not read. */
  after(req: Request, status: number): void {
    if (status >= 400) return;
    const bytes = Number(req.headers.get('content-length') ?? 0);
    if (!(bytes > 0)) return;
    this.all += bytes;
    if (this.all >= REST_AFTER) this.waitForRest();
    if (bytes < LARGE) return;
    this.large += bytes;
    if (this.large >= SWEEP_AFTER) {
      const pause = Math.max(0, this.sweptAt + PAUSE_MS - performance.now());
      this.sweeping ??= setTimeout(() => this.sweep(), pause);
    }
  }

  /** In a turn of its own: whoever was answered holds nothing any more. */
  private sweep(): void {
    this.sweeping = undefined;
    this.large = 0;
    this.sweptAt = performance.now();
    this.memory.collectGarbage();
  }

  /** A fleet that reports for the first time leaves as much behind as all the rest takes: once it is through, it goes. */
  private waitForRest(): void {
    this.all = 0;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.memory.shrinkMemory(), this.restMs);
    this.resting.unref();
  }
}
