import { runtime } from '#runtime';

const MB = 1024 * 1024;
const LARGE = MB;
/** Bytes of large bodies that were answered until what they left behind is swept. */
const SWEEP_AFTER = 16 * MB;

/** Large bodies leave much behind that would be found late: it is given back before it has filled the memory. */
export class Sweeper {
  private bytes = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Counts the body of a request that was answered. */
  after(req: Request): void {
    const bytes = Number(req.headers.get('content-length') ?? 0);
    if (!(bytes >= LARGE)) return;
    this.bytes += bytes;
    if (this.bytes >= SWEEP_AFTER) this.timer ??= setTimeout(() => this.sweep(), 0);
  }

  /** In a turn of its own: whoever was answered holds nothing any more. */
  private sweep(): void {
    this.timer = undefined;
    this.bytes = 0;
    runtime.collectGarbage();
  }
}
