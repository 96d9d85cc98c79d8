import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Fake programs of a PC. Each one records its arguments and its input, and then runs its script.
 * They come first in PATH until `restore`.
 */
export class FakePrograms {
  readonly folder = mkdtempSync(join(tmpdir(), 'agent-programs-'));
  private readonly before = process.env.PATH;
  /** Number of calls of each program that `calls` has returned. */
  private readonly told = new Map<string, number>();

  constructor() {
    this.install();
  }

  /** Puts the fake programs first in PATH. */
  install(): void {
    process.env.PATH = `${this.folder}${delimiter}${this.before}`;
  }

  /** Hides all other programs. */
  useOnly(): void {
    process.env.PATH = this.folder;
  }

  restore(): void {
    process.env.PATH = this.before;
  }

  /** Adds a program. `script` is run by sh; its standard input is in the file "$input". */
  add(name: string, script = ''): void {
    const file = join(this.folder, name);
    writeFileSync(
      file,
      `#!/bin/sh\ninput=$(mktemp "${this.folder}/input.XXXXXX")\n${
        script.includes('$input') ? 'cat >"$input"' : ''
      }\n{ printf '%s\\0' "$@"; printf '\\0'; } >>"${file}.calls"\n${script}\n`,
    );
    chmodSync(file, 0o755);
  }

  remove(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  /** Returns the arguments of each completely recorded call since the previous query. */
  calls(name: string): string[][] {
    const path = join(this.folder, `${name}.calls`);
    if (!existsSync(path)) return [];
    const whole = readFileSync(path, 'utf8').split('\0\0').slice(0, -1);
    const before = this.told.get(name) ?? 0;
    this.told.set(name, whole.length);
    return whole.slice(before).map((call) => call.split('\0'));
  }

  /** Creates desktop sessions and returns the folder that contains their sockets. */
  session(...uids: number[]): string {
    const run = mkdtempSync(join(tmpdir(), 'agent-run-'));
    for (const uid of uids) {
      mkdirSync(join(run, String(uid)));
      writeFileSync(join(run, String(uid), 'bus'), '');
    }
    return run;
  }
}
