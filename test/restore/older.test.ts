import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDataState } from '../upgrades/old-data.ts';
import { createOldBackup } from './old-backup.ts';
import { runDoctor, runRestore } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-older-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('a restore migrates a backup of an older version', async () => {
  const data = join(scratch, 'data');
  const { code, output } = await runRestore(await createOldBackup(scratch), '--data', data);
  expect([code, output]).toEqual([0, expect.stringContaining('2026-01-02T03:04:05.678Z')]);
  expect(readDataState(data, scratch)).toBe('after');
  expect(existsSync(join(data, 'backups'))).toBe(false);
  expect(readdirSync(data).filter((name) => /before|migrat|-wal/.test(name))).toEqual([]);
  const doctor = runDoctor(data);
  expect([doctor.code, doctor.output]).toEqual([
    0,
    expect.not.stringContaining('will run at the next start'),
  ]);
  expect(readFileSync(join(data, 'audit-head.json'), 'utf8')).toContain('mark');
});

test('a restore is refused when the audit log does not end as the manifest says', async () => {
  const data = join(scratch, 'refused');
  const { code, output } = await runRestore(
    await createOldBackup(scratch, (end) => ({ ...end, rows: end.rows - 1 })),
    '--data',
    data,
  );
  expect([code, output]).toEqual([1, 'The end of the audit log does not match the manifest.']);
  expect(existsSync(data)).toBe(false);
});
