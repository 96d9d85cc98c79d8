import { type Actor, ANONYMOUS } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

const WINDOW_MS = 60_000;
const MAX_ANONYMOUS_LINES = 100;

/**
 * Writes the log lines of completed requests. Of requests without a sign-in, only a hundred lines a minute
 * are written and the rest are counted. Otherwise an attacker could fill the retained log files and thereby
 * erase the traces of the attack.
 */
export class RequestLog {
  private began = Number.NEGATIVE_INFINITY;
  private anonymousLines = 0;

  constructor(
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  /** Writes a line, unless the request is anonymous and its minute has too many lines. */
  write(actor: Actor, message: string, fields: Record<string, unknown>): void {
    if (actor.kind === ANONYMOUS.kind) {
      this.startMinute();
      if (++this.anonymousLines > MAX_ANONYMOUS_LINES) return;
    }
    this.log.info(message, fields);
  }

  /**
   * Starts the next minute once the current one has ended. Its first line reports how many lines were
   * omitted.
   */
  private startMinute(): void {
    const now = this.clock.now().getTime();
    if (now >= this.began && now - this.began < WINDOW_MS) return;
    const leftout = this.anonymousLines - MAX_ANONYMOUS_LINES;
    if (leftout > 0)
      this.log.warn('suppressed log lines of anonymous requests', {
        leftout,
        since: new Date(this.began).toISOString(),
      });
    this.began = now;
    this.anonymousLines = 0;
  }
}
