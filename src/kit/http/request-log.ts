import { type Actor, ANONYMOUS } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

const WINDOW_MS = 60_000;
const STRANGERS_LINES = 100;

/**
 * The lines of answered requests. Of those that anybody can cause, without signing in, a hundred a minute are written
 * and the others counted: otherwise whoever likes fills the files that are kept, and what they hold of him is gone.
 */
export class RequestLog {
  private began = Number.NEGATIVE_INFINITY;
  private seen = 0;

  constructor(
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  note(actor: Actor, message: string, fields: Record<string, unknown>): void {
    if (actor.kind === ANONYMOUS.kind) {
      this.turn();
      if (++this.seen > STRANGERS_LINES) return;
    }
    this.log.info(message, fields);
  }

  /** Begins the next minute; the first line in it says what was left out of the last. */
  private turn(): void {
    const now = this.clock.now().getTime();
    if (now >= this.began && now - this.began < WINDOW_MS) return;
    const leftout = this.seen - STRANGERS_LINES;
    if (leftout > 0)
      this.log.warn('lines of requests without a sign-in were left out', {
        leftout,
        since: new Date(this.began).toISOString(),
      });
    this.began = now;
    this.seen = 0;
  }
}
