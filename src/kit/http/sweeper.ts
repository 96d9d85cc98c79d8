import { runtime } from '#runtime';

const MB = 1024 * 1024;
const LARGE = MB;
/** The number of bytes of large bodies after which a garbage collection runs. */
const SWEEP_AFTER_BYTES = 16 * MB;
/** The number of bytes of all bodies after which the process waits for an idle period to release memory. */
const PAUSE_AFTER_BYTES = 4 * MB;
const REST_MS = 30_000;
/**
 * The minimum time between two garbage collections, so that they take a small part of the time under any
 * load.
 */
const PAUSE_MS = 500;

/**
 * Triggers garbage collection after request bodies. The runtime would collect their memory late, after it has
 * filled up.
 */
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

  /**
   * Counts the declared body of a completed request. That of a rejected request, which usually was not read,
   * does not count.
   */
  countBody(req: Request, status: number): void {
    if (status >= 400) return;
    const bytes = Number(req.headers.get('content-length') ?? 0);
    if (!(bytes > 0)) return;
    this.all += bytes;
    if (this.all >= PAUSE_AFTER_BYTES) this.waitForRest();
    if (bytes < LARGE) return;
    this.large += bytes;
    if (this.large >= SWEEP_AFTER_BYTES) {
      const pause = Math.max(0, this.sweptAt + PAUSE_MS - performance.now());
      this.sweeping ??= setTimeout(() => this.sweep(), pause);
    }
  }

  /** Collects in a turn of its own, when completed requests no longer reference their bodies. */
  private sweep(): void {
    this.sweeping = undefined;
    this.large = 0;
    this.sweptAt = performance.now();
    this.memory.collectGarbage();
  }

  /**
   * Releases memory after an idle period. The first reports of a fleet leave as much garbage as the whole
   * process otherwise uses.
   */
  private waitForRest(): void {
    this.all = 0;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.memory.shrinkMemory(), this.restMs);
    this.resting.unref();
  }
}
