import { errorMessageOf } from '../error-message.ts';
import type { Redactor } from './redactor.ts';

interface SupportFile {
  name: string;
  text: string;
}

/**
 * The files of a bundle while it is created. A part that cannot be created becomes a sentence in `missing`.
 */
export class SupportFiles {
  readonly all: SupportFile[] = [];
  missing: string[] = [];

  get names(): string[] {
    return this.all.map(({ name }) => name);
  }

  addText(name: string, text: string): void {
    this.all.push({ name, text });
  }

  /** Adds a file. If `make` throws, adds the reason to `missing` instead. */
  add(name: string, make: () => string): void {
    const text = this.attempt(name, make);
    if (text !== undefined) this.addText(name, text);
  }

  addJson(name: string, make: () => unknown): void {
    this.add(name, () => `${JSON.stringify(make(), null, 2)}\n`);
  }

  /** Returns the result of `work`. If it throws, adds the reason to `missing` and returns undefined. */
  attempt<T>(what: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (cause) {
      this.missing.push(`${what}: ${errorMessageOf(cause).replace(/\s+/g, ' ')}`);
      return undefined;
    }
  }

  /**
   * Redacts the reasons in `missing`. The first ones are recorded before the names and secrets to mask are
   * known.
   */
  redactReasons(redactor: Redactor): void {
    this.missing = this.missing.map((reason) => redactor.trustedText(reason));
  }
}
