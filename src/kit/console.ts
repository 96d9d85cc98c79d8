import { fstatSync } from 'node:fs';
import type { Output } from './cli.ts';

/** Priorities of the systemd journal, as in sd-daemon(3). */
const PRIORITIES = { error: 3, warn: 4, info: 6 } as const;
type Level = keyof typeof PRIORITIES;

const STDOUT = 1;
const STDERR = 2;

interface Stream {
  write(text: string): unknown;
}

interface Streams {
  stdout: Stream;
  stderr: Stream;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the output of a command. Lines that go to the systemd journal begin with their priority, such as
 * `<4>` for a warning, so that `journalctl -p warning` finds them. Terminals, files and pipes get plain
 * lines.
 */
export function createConsoleOutput({ stdout, stderr, env }: Streams): Output {
  const out = lineWriter(stdout, isJournal(STDOUT, env));
  const err = lineWriter(stderr, isJournal(STDERR, env));
  return { out: (line) => out(line, 'info'), err: (line, level = 'error') => err(line, level) };
}

const lineWriter =
  (stream: Stream, withPriority: boolean) =>
  (text: string, level: Level): void => {
    stream.write(`${withPriority ? prefixLines(text, level) : text}\n`);
  };

/** Prefixes each line, because the journal reads a priority at the start of each line. */
const prefixLines = (text: string, level: Level): string => text.replaceAll(/^/gm, `<${PRIORITIES[level]}>`);

/** Reports whether a descriptor of this process is the stream that systemd connected to the journal. */
function isJournal(descriptor: number, env: Streams['env']): boolean {
  if (!env.JOURNAL_STREAM) return false;
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return env.JOURNAL_STREAM === `${dev}:${ino}`;
  } catch {
    // The descriptor is closed.
    return false;
  }
}
