import { errorMessageOf } from '../error-message.ts';
import type { Redactor } from './redactor.ts';

interface SupportFile {
  name: string;
  text: string;
}

/** The files of a bundle while they are made. A part that cannot be made becomes a sentence in `missing`. */
export class SupportFiles {
  readonly all: SupportFile[] = [];
  missing: string[] = [];

  get names(): string[] {
    return this.all.map(({ name }) => name);
  }

  addText(name: string, text: string): void {
    this.all.push({ name, text });
  }

  add(name: string, make: () => string): void {
    const text = this.attempt(name, make);
    if (text !== undefined) this.addText(name, text);
  }

  addJson(name: string, make: () => unknown): void {
    this.add(name, () => `${JSON.stringify(make(), null, 2)}\n`);
  }

  /** Returns what the work returns; undefined when it throws, which is then in `missing`. */
  attempt<T>(what: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (cause) {
      this.missing.push(`${what}: ${errorMessageOf(cause).replace(/\s+/g, ' ')}`);
      return undefined;
    }
  }

  /** The first reasons are there before anything is known that has to be masked. */
  redactReasons(redactor: Redactor): void {
    this.missing = this.missing.map((reason) => redactor.trustedText(reason));
  }
}
