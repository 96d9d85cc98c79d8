import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { PERMISSION_LOST, replaceAndRecord } from '../../src/features/appliancebackups/data-replacement.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { type BackupMetadata, BackupStore } from '../../src/kit/backup/backup-store.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { backupFolderPath } from '../../src/kit/data/copies.ts';
import { stageOf } from '../../src/kit/restore/plan.ts';
import { stageRestore } from '../../src/kit/restore/stage-restore.ts';
import { backupPath, createBackup } from '../appliance-backups/reading.ts';
import { PASSWORD, type Site } from '../support/site.ts';
import { listSiteAssets, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const features = [...listCoreFeatures(plugins), ...plugins];
const scratch = mkdtempSync(join(tmpdir(), 'millwright-asker-'));
const prepared = join(scratch, 'prepared');
const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  flush: () => undefined,
};
let source: BackupMetadata;
let file = '';
let admins: Record<string, number> = {};

async function adminOf(site: Site, username: string): Promise<number> {
  const { data: roles } = await site.admin.get('/api/users/roles');
  const { roleid } = roles.find((one: { rolename: string }) => one.rolename === 'admin');
  const person = { username, email: `${username}@plant.example`, password: PASSWORD, roles: [roleid] };
  const more = { mustchangepassword: false, sendwelcome: false };
  return (await site.admin.post('/api/users', { ...person, ...more })).data.userid;
}

beforeAll(async () => {
  await withServedData(prepared, async (site) => {
    for (const name of ['demoted', 'disabled', 'deleted', 'stays'])
      admins = { ...admins, [name]: await adminOf(site, name) };
    source = await createBackup(site);
    file = backupPath(site, source);
    await site.admin.post('/api/assets', { assetnumber: 'LATER', assettypeid: 1 });
    await site.admin.put(`/api/users/${admins.demoted}`, { roles: [] });
    await site.admin.put(`/api/users/${admins.disabled}`, { isactive: false });
    await site.admin.delete(`/api/users/${admins.deleted}`);
    await site.admin.put(`/api/users/${admins.stays}`, { password: 'another horse, correct too' });
  });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Returns a copy of the data for one test. */
function copyFor(by: string): string {
  const data = join(scratch, by, 'data');
  cpSync(prepared, data, { recursive: true });
  return data;
}

/** Performs the steps of an appliance that stopped for a restore requested by this account. */
async function replaceFor(by: string, data: string): Promise<BackupMetadata['restoring']> {
  const own = { chains: chainsOf(plugins), plugins: features };
  const clock = systemClock;
  const manifest = await stageRestore({
    file,
    passphrases: [''],
    folder: stageOf(data),
    own,
    at: clock.now(),
  });
  const userid = admins[by]!;
  replaceAndRecord({ data, source, about: manifest, by, userid, isForced: true, features, clock }, silent);
  return new BackupStore(backupFolderPath(data)).find(source.backupid)!.restoring;
}

test.each(['demoted', 'disabled', 'deleted'])(
  'the restore fails with PERMISSION_LOST when the requesting admin is %s',
  async (by) => {
    const data = copyFor(by);
    expect(await replaceFor(by, data)).toEqual({ state: 'failed', reason: PERMISSION_LOST });
    expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);
    await withServedData(data, async (site) => expect(await listSiteAssets(site)).toContain('LATER'));
  },
);

test('the restore preserves the requesting admin with the current password', async () => {
  const data = copyFor('stays');
  await replaceFor('stays', data);
  await withServedData(data, async (site) => {
    expect(await listSiteAssets(site)).not.toContain('LATER');
    const own = await site.anonymous.signIn('stays', 'another horse, correct too');
    expect((await own.get('/api/auth/me')).data.isadmin).toBe(true);
    const { data: people } = await site.admin.get('/api/users');
    const raised = people.filter(({ username }: { username: string }) => username === 'demoted');
    expect(raised).toMatchObject([{ roles: [] }]);
  });
});
