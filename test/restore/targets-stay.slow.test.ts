import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Copies } from '../../src/features/appliancebackups/index.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'twelve storks in a moor';
const scratch = mkdtempSync(join(tmpdir(), 'millwright-targets-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const lineOn = (host: string): string => `sftp://mill@${host}:1/x#SHA256:${'a'.repeat(43)}`;

// The restore processes settings in the order in which they were first written.
test.each<[string, string]>([
  ['backup_targets', 'backup_target_secrets'],
  ['backup_target_secrets', 'backup_targets'],
])(
  'a restore keeps the current targets with their secrets when %s was written first',
  async (first, second) => {
    const data = join(scratch, first);
    const passphrase = join(scratch, 'passphrase');
    writeFileSync(passphrase, PASSPHRASE);
    let file = '';
    await withServedData(data, async (site) => {
      const put = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });
      const point = async (host: string) => {
        await put('backup_targets', lineOn(host));
        await put('backup_target_secrets', JSON.stringify({ [lineOn(host)]: { password: `of ${host}` } }));
      };
      await put('backup_passphrase', PASSPHRASE);
      for (const key of [first, second]) await put(key, '');
      await point('127.0.0.1');
      file = await exportBackup(site, scratch, `of-${first}`);
      await point('127.0.0.2');
    });
    const { code } = await runRestore(file, '--data', data, '--replace', '--passphrase-file', passphrase);
    expect(code).toBe(0);
    await withServedData(data, async (site) => {
      const copies = site.app.host.getInstance(Copies);
      const line = lineOn('127.0.0.2');
      expect([copies.lines, copies.secretOf(line)]).toEqual([[line], { password: 'of 127.0.0.2' }]);
      expect(site.app.host.settings.text('backup_target_secrets')).not.toContain('127.0.0.1');
    });
  },
);
