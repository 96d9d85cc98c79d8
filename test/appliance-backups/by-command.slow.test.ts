import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { inspectBackup } from '../../src/kit/backup/inspect.ts';
import { createScratchDirectory, runMillwright } from '../faults/process.ts';
import { withSetting } from '../support/settings.ts';
import { type Site, startSite } from '../support/site.ts';
import { withUnpackedArchive } from './reading.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'drei Kraniche im Nebel';
const own = { chains: chainsOf(plugins), plugins };
const scratch = createScratchDirectory('by-command');
let site: Site;
/** The target folder for the backups of one test. */
let folder: string;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'files-'));
});
afterAll(() => site?.stop());

const backup = (file: string, ...flags: string[]) =>
  runMillwright('backup', join(folder, file), '--data', site.data, ...flags);
const inspect = (file: string, passphrase = '') =>
  inspectBackup({
    file: join(folder, file),
    folder: join(folder, 'looking'),
    passphrase,
    own,
    at: new Date(),
  });

test('the backup command creates a valid backup while the server writes', async () => {
  const { data: asset } = await site.admin.post('/api/vendors', { vendor: 'Before the copy' });
  const writing = { goes: true, count: 0 };
  const writer = (async () => {
    for (; writing.goes; writing.count++)
      await site.admin.put(`/api/vendors/${asset.vendorid}`, { description: `${writing.count}` });
  })();
  const { code, stdout, stderr } = await backup('a.tar.zst');
  writing.goes = false;
  await writer;
  expect([code, stderr, writing.count > 20]).toEqual([0, '', true]);
  expect(stdout).toContain('is a verified backup of');
  expect(statSync(join(folder, 'a.tar.zst')).mode & 0o777).toBe(0o600);
  expect(await inspect('a.tar.zst')).toMatchObject({ isOpen: true, problems: [] });
  withUnpackedArchive(readFileSync(join(folder, 'a.tar.zst')), (found) =>
    expect(readdirSync(found).sort()).toEqual(
      expect.arrayContaining(['audit-head.json', 'manifest.json', 'millwright.db', 'secrets.json']),
    ),
  );
  expect(readdirSync(folder)).toEqual(['a.tar.zst']);
});

test('the backup command refuses an existing file and leaves it unchanged', async () => {
  writeFileSync(join(folder, 'taken.tar.zst'), 'mine');
  const { code, stderr } = await backup('taken.tar.zst');
  expect([code, stderr.trim().split('\n').length, stderr]).toEqual([
    1,
    1,
    expect.stringContaining('already exists'),
  ]);
  expect(readFileSync(join(folder, 'taken.tar.zst'), 'utf8')).toBe('mine');
});

test('the backup command encrypts with the passphrase of the settings or of a file', async () => {
  writeFileSync(join(folder, 'words'), 'another one of these\r\n');
  await withSetting(site, 'backup_passphrase', PASSPHRASE, async () => {
    expect((await backup('set.tar.zst.age')).code).toBe(0);
    expect((await backup('own.tar.zst.age', '--passphrase-file', join(folder, 'words'))).code).toBe(0);
  });
  expect(await inspect('set.tar.zst.age', PASSPHRASE)).toMatchObject({ isOpen: true, problems: [] });
  expect(await inspect('own.tar.zst.age', PASSPHRASE)).toMatchObject({ isOpen: false });
  expect(await inspect('own.tar.zst.age', 'another one of these')).toMatchObject({
    isOpen: true,
    problems: [],
  });
});

test('the backup command reports an error in one sentence and leaves no file', async () => {
  const before = readdirSync(folder).sort();
  const empty = mkdtempSync(join(scratch, 'nothing-'));
  const none = await runMillwright('backup', join(folder, 'b.tar.zst'), '--data', empty);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no database in')]);
  const nowhere = await backup('no/such/folder/b.tar.zst');
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringMatching(/The folder .* does not exist\. Create it first\.\n$/),
  ]);
  expect((await backup('b.tar.zst', '--nonsense')).code).toBe(2);
  expect((await runMillwright('backup', '--data', site.data)).code).toBe(2);
  const unread = await backup('b.tar.zst', '--passphrase-file', join(folder, 'nowhere'));
  expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining('nowhere cannot be read')]);
  expect(readdirSync(folder).sort()).toEqual(before);
});

test('the backup command refuses an empty passphrase file instead of writing an unencrypted backup', async () => {
  const words = join(scratch, 'empty-words');
  writeFileSync(words, '\n');
  const { code, stderr } = await backup('open.tar.zst', '--passphrase-file', words);
  expect([code, stderr]).toEqual([1, expect.stringContaining('empty-words is empty')]);
  expect(readdirSync(folder)).not.toContain('open.tar.zst');
});
