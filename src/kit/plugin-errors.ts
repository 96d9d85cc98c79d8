import { type Clock, instant } from './clock.ts';
import { errorMessageOf } from './error-message.ts';
import type { Log } from './log.ts';

/** A failed contribution of a feature or plugin. */
export interface PluginError {
  /** The ID of the feature or plugin. */
  plugin: string;
  /** The contribution, such as "the attention list". */
  what: string;
  message: string;
  /** The number of failures since the start. */
  count: number;
  /** The UTC instant of the latest failure. */
  lastdate: string;
}

/** The maximum number of different errors that are stored. */
export const MAX_PLUGIN_ERRORS = 200;

/** Isolates errors of contributions: a failing one affects only itself, and admins can read the error. */
export class PluginErrors {
  private readonly errors = new Map<string, PluginError>();
  /** True once an error was not stored, because there are too many different ones. */
  private isFull = false;

  constructor(
    private readonly clock: Clock,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /** Returns the errors since the start, the latest first. */
  all(): PluginError[] {
    return [...this.errors.values()].sort((a, b) => b.lastdate.localeCompare(a.lastdate));
  }

  /** Returns the result of `work`. When it throws, records the error and returns `instead`. */
  isolate<T>(plugin: string, what: string, instead: T, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      this.record(plugin, what, cause);
      return instead;
    }
  }

  /**
   * Counts an error, and logs each different one once. Beyond 200 different ones, further ones are not
   * stored, and only the first of them is logged.
   */
  record(plugin: string, what: string, cause: unknown): void {
    const message = errorMessageOf(cause);
    const key = JSON.stringify([plugin, what, message]);
    const count = (this.errors.get(key)?.count ?? 0) + 1;
    const isBeyond = count === 1 && this.errors.size >= MAX_PLUGIN_ERRORS;
    // An error is logged only at its first occurrence: one line for every write would fill the log.
    if (count === 1 && !(isBeyond && this.isFull)) this.log.error('plugin error', { plugin, what, cause });
    if (isBeyond) this.isFull = true;
    else this.errors.set(key, { plugin, what, message, count, lastdate: instant(this.clock.now()) });
  }
}
