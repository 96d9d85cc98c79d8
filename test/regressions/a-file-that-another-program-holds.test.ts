import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainDiskError } from '../../src/cli/disk-errors.ts';
import { ignoreFileLock } from '../../src/cli/ownership.ts';
import { toUserError } from '../../src/kit/data/disk-errors.ts';
import { openLog } from '../../src/kit/log.ts';
import { FileLockedError, retryWhileFileLocked } from '../../src/kit/on-disk.ts';

const refusal = (code: string) => Object.assign(new Error(`${code}: refused`), { code });

/** Returns work that fails this number of times, like a file that another program has open. */
function createFailing(times: number, code: string): () => string {
  let left = times;
  return () => {
    if (left-- > 0) throw refusal(code);
    return 'done';
  };
}

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (cause) {
    return cause;
  }
  throw new Error('Nothing was thrown.');
}

test.each([
  ['EBUSY', 'linux'],
  ['EBUSY', 'win32'],
  ['EPERM', 'win32'],
  ['EACCES', 'win32'],
])('the server retries when another program locks a file for a moment (%s on %s)', (code, platform) => {
  let pauses = 0;
  expect(retryWhileFileLocked('plugins.json', createFailing(5, code), platform, () => void pauses++)).toBe(
    'done',
  );
  expect(pauses).toBe(5);
});

test('the error names the file in one sentence when another program keeps it locked', () => {
  const cause = thrown(() => retryWhileFileLocked('/data/secrets.json', createFailing(1000, 'EBUSY')));
  expect(cause).toBeInstanceOf(FileLockedError);
  expect(cause).toMatchObject({ code: 'BUSY', status: 503, retryAfter: 1 });
  expect((cause as Error).message).toBe(
    'Another program holds secrets.json open. Nothing was changed. Close that program, or wait a moment, and try again.',
  );
  expect(toUserError(cause)).toBe(cause);
  expect(explainDiskError(cause, '/data', () => 0)).toBe(cause);
});

test('a missing permission counts as a file lock on Windows only', () => {
  let pauses = 0;
  const pause = () => void pauses++;
  expect(thrown(() => retryWhileFileLocked('a', createFailing(1, 'EACCES'), 'linux', pause))).toMatchObject({
    code: 'EACCES',
  });
  expect(thrown(() => retryWhileFileLocked('a', createFailing(1, 'ENOENT'), 'win32', pause))).toMatchObject({
    code: 'ENOENT',
  });
  expect(pauses).toBe(0);
  expect(thrown(() => retryWhileFileLocked('a', createFailing(1000, 'EACCES'), 'win32'))).toMatchObject({
    message: expect.stringContaining('open, or Millwright lacks access to it. '),
  });
});

test('ignoreFileLock suppresses a lock of owner.json but not a full disk', () => {
  expect(ignoreFileLock('owner.json', createFailing(1000, 'EBUSY'))).toBeUndefined();
  expect(thrown(() => ignoreFileLock('owner.json', createFailing(1, 'ENOSPC')))).toMatchObject({
    code: 'ENOSPC',
  });
});

const messages = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { message: string }).message);

test('the log continues in its file while another program locks it and rotates without loss afterwards', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-log-'));
  const file = join(folder, 'millwright.log');
  const consoleLines: string[] = [];
  let isHeld = true;
  const log = openLog(
    folder,
    (line) => consoleLines.push(line),
    (from, to) => {
      if (isHeld && from === file) throw refusal('EBUSY');
      renameSync(from, to);
    },
  );
  const say = (message: string) => {
    log.info(message);
    log.flush();
  };
  writeFileSync(file, '');
  truncateSync(file, 11 * 1024 * 1024);
  for (const n of [1, 2]) writeFileSync(`${file}.${n}`, `{"message":"older ${n}"}\n`);
  for (const message of ['first', 'second', 'third']) say(message);
  expect(consoleLines).toEqual([]);
  expect(readFileSync(file, 'utf8').slice(11 * 1024 * 1024)).toMatch(/first.*\n.*second.*\n.*third/);
  expect([existsSync(`${file}.1`), existsSync(`${file}.4`)]).toEqual([false, false]);
  isHeld = false;
  say('fourth');
  expect(messages(file)).toEqual(['fourth']);
  expect(readFileSync(`${file}.1`, 'utf8')).toContain('third');
  expect([messages(`${file}.2`), messages(`${file}.3`)]).toEqual([['older 1'], ['older 2']]);
});
