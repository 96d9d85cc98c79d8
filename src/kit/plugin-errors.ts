import { type Clock, instant } from './clock.ts';
import { errorMessageOf } from './error-message.ts';
import type { Log } from './log.ts';

/** What a feature or plugin contributed and could not do. */
export interface PluginError {
  /** The id of the feature or plugin. */
  plugin: string;
  /** What was asked of it, for example "the attention list". */
  what: string;
  message: string;
  /** How often since the start. */
  count: number;
  /** UTC instant of the latest. */
  lastdate: string;
}

/** As many different ones are kept. */
export const MAX_PLUGIN_ERRORS = 200;

/** Keeps a contribution that throws apart from all others: it hurts itself alone, and an admin can read of it. */
export class PluginErrors {
  private readonly known = new Map<string, PluginError>();

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Those since the start, the latest first. */
  all(): PluginError[] {
    return [...this.known.values()].sort((a, b) => b.lastdate.localeCompare(a.lastdate));
  }

  /** What the work answers, or `instead` when it throws. */
  isolate<T>(plugin: string, what: string, instead: T, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      this.note(plugin, what, cause);
      return instead;
    }
  }

  note(plugin: string, what: string, cause: unknown): void {
    const message = errorMessageOf(cause);
    const key = JSON.stringify([plugin, what, message]);
    const count = (this.known.get(key)?.count ?? 0) + 1;
    // Each is in the log once: one that fails at every write would fill it.
    if (count === 1) this.log.error('a contribution failed', { plugin, what, cause });
    if (this.known.size < MAX_PLUGIN_ERRORS || count > 1)
      this.known.set(key, { plugin, what, message, count, lastdate: instant(this.clock.now()) });
  }
}
