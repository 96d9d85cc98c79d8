import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Programs of a PC that a test stands in for: each notes its arguments and its input, then does what its script says.
 * They stand in front of the real ones until `restore`.
 */
export class FakePrograms {
  readonly folder = mkdtempSync(join(tmpdir(), 'agent-programs-'));
  private readonly before = process.env.PATH;
  /** How many calls of each were asked for. */
  private readonly told = new Map<string, number>();

  constructor() {
    this.install();
  }

  /** In front of the real ones. */
  install(): void {
    process.env.PATH = `${this.folder}${delimiter}${this.before}`;
  }

  /** No other program is there. */
  useOnly(): void {
    process.env.PATH = this.folder;
  }

  restore(): void {
    process.env.PATH = this.before;
  }

  /** `script` is sh; its standard input is in the file "$input". */
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

  /** The arguments of each call since the last time that this was asked: of those that are noted whole by now. */
  calls(name: string): string[][] {
    const path = join(this.folder, `${name}.calls`);
    if (!existsSync(path)) return [];
    const whole = readFileSync(path, 'utf8').split('\0\0').slice(0, -1);
    const before = this.told.get(name) ?? 0;
    this.told.set(name, whole.length);
    return whole.slice(before).map((call) => call.split('\0'));
  }

  /** A session with a desktop: its sockets lie below the folder that is answered. */
  session(...uids: number[]): string {
    const run = mkdtempSync(join(tmpdir(), 'agent-run-'));
    for (const uid of uids) {
      mkdirSync(join(run, String(uid)));
      writeFileSync(join(run, String(uid), 'bus'), '');
    }
    return run;
  }
}
