import { expect, test } from 'bun:test';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../../src/kit/log.ts';
import { createScratchDirectory } from '../faults/process.ts';

const folder = createScratchDirectory('journal');
const main = join(import.meta.dir, '../../src/main.ts');

/** Runs a command with files as outputs. The environment declares one of them as the systemd journal. */
async function runWithJournal(journal: 'stdout' | 'stderr' | 'none', ...args: string[]) {
  const paths = { stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr'), none: folder };
  const files = { stdout: openSync(paths.stdout, 'w'), stderr: openSync(paths.stderr, 'w') };
  try {
    const { dev, ino } = fstatSync(journal === 'none' ? files.stdout : files[journal], { bigint: true });
    const env = { ...process.env, JOURNAL_STREAM: journal === 'none' ? `${dev}:1` : `${dev}:${ino}` };
    const stdio = ['ignore', files.stdout, files.stderr] as const;
    await Bun.spawn([process.execPath, '--no-env-file', main, ...args], { env, stdio: [...stdio] }).exited;
  } finally {
    closeSync(files.stdout);
    closeSync(files.stderr);
  }
  return { out: readFileSync(paths.stdout, 'utf8'), err: readFileSync(paths.stderr, 'utf8') };
}

test.skipIf(process.platform === 'win32')(
  'the console starts each line with its priority when the stream is the journal',
  async () => {
    const { out } = await runWithJournal('stdout', 'version');
    expect(out).toMatch(/^<6>millwright \d/);
    const { err } = await runWithJournal('stderr', 'nonsense');
    const lines = err.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !line.startsWith('<3>'))).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')(
  'the console prints plain lines when the stream is not the journal',
  async () => {
    expect((await runWithJournal('stderr', 'version')).out).toStartWith('millwright ');
    expect((await runWithJournal('stdout', 'nonsense')).err).toStartWith('millwright: ');
    expect((await runWithJournal('none', 'version')).out).toStartWith('millwright ');
  },
);

test('the log passes the level of each warning and error to the console', () => {
  const lines: [string, string][] = [];
  const log = openLog(join(folder, 'logs'), (line, level) => lines.push([level, JSON.parse(line).message]));
  log.info('one');
  log.warn('two');
  log.error('three');
  expect(lines).toEqual([
    ['warn', 'two'],
    ['error', 'three'],
  ]);
});
