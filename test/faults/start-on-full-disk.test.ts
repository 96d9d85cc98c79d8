import { expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainDiskError } from '../../src/cli/disk-errors.ts';
import { startAppliance } from '../browser/harness.ts';
import { prepareSmallDisk } from './full-disk.ts';
import { createScratchDirectory, expectServeToFail, runMillwright, runMillwrightWithEnv } from './process.ts';

setDefaultTimeout(120_000);

const disk = prepareSmallDisk();
const scratch = createScratchDirectory('unwritable');

/**
 * Returns a pattern of the error message. The limit on file sizes, used where no disk can be mounted, leaves
 * bytes free.
 */
const expectedMessage = (data: string): RegExp =>
  disk.kind === 'tmpfs'
    ? new RegExp(`^millwright: The disk of the data directory ${data} is full: [\\d,]+ bytes are free\\. `)
    : new RegExp(`The data directory ${data} is not writable \\(\\w+; [\\d,]+ bytes are free\\)`);

test('a start on a full disk names the directory and the free bytes, and succeeds with space', async () => {
  const used = await startAppliance({ data: disk.data, args: ['--no-tls'] });
  expect(await used.stop()).toBe(0);
  disk.fill(process.pid);
  try {
    for (const data of [disk.data, join(disk.data, 'fresh')]) {
      const { code, stderr } = await expectServeToFail(data, '--no-tls');
      expect([code, stderr]).toEqual([1, expect.stringMatching(expectedMessage(data))]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  } finally {
    disk.free(process.pid);
  }
  const again = await startAppliance({ data: disk.data, args: ['--no-tls'] });
  expect(await again.stop()).toBe(0);
});

test('the start names the data directory and the error code when it cannot be written', async () => {
  const file = join(scratch, 'file');
  writeFileSync(file, 'no directory');
  for (const command of ['serve', 'migrate'])
    for (const [data, code] of [
      [file, 'EEXIST'],
      [join(file, 'data'), 'ENOTDIR'],
    ] as const) {
      const ended = await runMillwright(command, '--data', data, '--port', '0');
      expect([ended.code, ended.stderr]).toEqual([
        1,
        expect.stringContaining(`millwright: The data directory ${data} is not writable (${code}; `),
      ]);
    }
});

test('the error names ReadWritePaths only when the server runs as a systemd unit', async () => {
  const data = join(scratch, 'file');
  writeFileSync(data, 'no directory');
  const line = `run "systemctl edit millwright" and add the line ReadWritePaths=${data} below [Service].\n`;
  for (const command of ['serve', 'migrate']) {
    const unit = await runMillwrightWithEnv(
      { INVOCATION_ID: 'a'.repeat(32) },
      command,
      '--data',
      data,
      '--port',
      '0',
    );
    expect([unit.code, unit.stderr]).toEqual([1, expect.stringContaining(line)]);
    expect(unit.stderr.trim().split('\n')).toHaveLength(1);
  }
  const shell = { INVOCATION_ID: 'a'.repeat(32), SYSTEMD_EXEC_PID: '1' };
  expect((await runMillwrightWithEnv(shell, 'migrate', '--data', data)).stderr).not.toContain('systemctl');
});

test('explainDiskError states the code and the free bytes of disk errors and returns other errors', () => {
  const createError = (code: string, more: object = {}) =>
    Object.assign(new Error('disk I/O error'), { code, ...more });
  const words = (error: unknown, free: number) =>
    (explainDiskError(error, '/data', () => free) as Error).message;
  const full =
    'The disk of the data directory /data is full: 8,192 bytes are free. Free some space and start again.';
  for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'STORAGE_FULL'])
    expect([code, words(createError(code), 8192)]).toEqual([code, full]);
  expect(words(createError('SQLITE_IOERR_WRITE'), 9e9)).toStartWith(
    'The data directory /data is not writable (SQLITE_IOERR_WRITE; 9,000,000,000 bytes are free)',
  );
  for (const code of ['SQLITE_READONLY', 'SQLITE_CANTOPEN'])
    expect(words(createError(code), 0)).toStartWith(
      `The data directory /data is not writable (${code}; 0 bytes`,
    );
  const migration = new Error('Migration core/0001 failed: full. The new database was removed.', {
    cause: createError('SQLITE_FULL'),
  });
  expect(words(migration, 8192)).toBe(`${migration.message} ${full}`);
  for (const other of [
    createError('EACCES'),
    createError('EACCES', { path: '/elsewhere' }),
    createError('SQLITE_CONSTRAINT'),
    new Error('x'),
  ])
    expect(explainDiskError(other, '/data', () => 0)).toBe(other);
});
