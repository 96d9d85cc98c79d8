import type { Reader } from './reader.ts';

const LOOK_MS = 1000;
const MOST = 2000;

/** Results that stay right until one of the tables that they came from changes. */
export class Remembered {
  private readonly results = new Map<string, { version: string; value: unknown }>();
  private readonly versions = new Map<string, number>();
  /** Writes by other processes, such as `reset-password` beside a running appliance. */
  private outside = { looked: Number.NEGATIVE_INFINITY, version: 0 };

  constructor(private readonly reader: Reader) {}

  get<T>(tables: readonly string[], key: string, compute: (reader: Reader) => T): T {
    const version = this.versionOf(tables);
    const known = this.results.get(key);
    if (known?.version === version) return known.value as T;
    const value = compute(this.reader);
    if (this.results.size > MOST) this.results.clear();
    this.results.set(key, { version, value });
    return value;
  }

  /** Changes with every write to one of the tables, and within a second of any write by another process. */
  versionOf(tables: readonly string[]): string {
    const now = performance.now();
    if (now - this.outside.looked > LOOK_MS) {
      this.outside = { looked: now, version: this.reader.value<number>('PRAGMA data_version') ?? 0 };
    }
    let version = `${this.outside.version}`;
    for (const table of tables) version += `.${this.versions.get(table) ?? 0}`;
    return version;
  }

  changed(table: string): void {
    this.versions.set(table, (this.versions.get(table) ?? 0) + 1);
  }
}
