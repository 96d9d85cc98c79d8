import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';
import { backupPath, createBackup } from './reading.ts';

setDefaultTimeout(120_000);

let site: Site;
let plain: BackupMetadata;
let sealed: BackupMetadata;
let token: Client;
beforeAll(async () => {
  site = await startSite();
  plain = await createBackup(site);
  await site.admin.put('/api/settings/backup_passphrase', { value: 'twelve letters' });
  sealed = await createBackup(site);
  const { secret } = (await site.admin.post('/api/apitokens', { name: 'script' })).data;
  token = site.anonymous.bearer(secret);
});
afterAll(() => site.stop());

const download = async (path: string, caller: Client = site.admin) => {
  const answer = await fetch(site.url + path, { headers: caller.headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const countAudits = async (action: string) =>
  (await site.admin.get(`/api/auditlogs?action=${action}`)).meta.pagination.total;

test('an admin downloads the exact file, and the download is logged', async () => {
  const before = await countAudits('backups.backup.downloaded');
  const { status, headers, bytes } = await download(`/api/backups/${plain.backupid}/download`);
  expect([status, bytes.equals(readFileSync(backupPath(site, plain)))]).toEqual([200, true]);
  expect(headers.get('content-disposition')).toContain(plain.filename);
  expect(headers.get('cache-control')).toContain('no-store');
  expect(await countAudits('backups.backup.downloaded')).toBe(before + 1);
});

test('a token creates and lists backups, downloads only encrypted ones and deletes none', async () => {
  expect((await token.get('/api/backups')).status).toBe(200);
  const { status, data } = await token.post('/api/backups');
  expect([status, data.kind]).toEqual([201, 'manual']);
  expect((await download(`/api/backups/${plain.backupid}/download`, token)).status).toBe(403);
  expect((await download(`/api/backups/${sealed.backupid}/download`, token)).status).toBe(200);
  for (const [method, path] of [
    ['DELETE', `/api/backups/${plain.backupid}`],
    ['POST', `/api/backups/${sealed.backupid}/ticket`],
    ['POST', '/api/backups/upload?filename=a.tar.zst'],
  ] as const)
    expect([path, (await token.raw(method, path)).status]).toEqual([path, 403]);
});

test('no token may write backup settings', async () => {
  const rows = async () => (await site.admin.get('/api/settings?category=backups&per_page=100')).data;
  const before = await rows();
  const keys: string[] = before.map(({ key }: { key: string }) => key);
  expect(keys).toContain('backup_passphrase');
  for (const key of keys) {
    const put = await token.put(`/api/settings/${key}`, { value: '1' });
    const post = await token.post('/api/settings', { key, value: '1', category: 'backups' });
    expect([key, put.status, post.status]).toEqual([key, 403, 403]);
  }
  expect((await token.put('/api/settings/site_name', { value: 'By a token' })).status).toBe(200);
  expect(await rows()).toEqual(before);
});

test('a HEAD request does not use up a download ticket', async () => {
  const { url } = (await site.admin.post(`/api/backups/${plain.backupid}/ticket`)).data;
  const before = await countAudits('backups.backup.downloaded');
  expect((await fetch(site.url + url, { method: 'HEAD' })).status).toBe(200);
  expect(await countAudits('backups.backup.downloaded')).toBe(before);
  expect((await download(url, site.anonymous)).status).toBe(200);
});

test('a ticket allows one download within a minute', async () => {
  const give = async () =>
    (await site.admin.post(`/api/backups/${plain.backupid}/ticket`)).data.url as string;
  const url = await give();
  const first = await download(url, site.anonymous);
  expect([first.status, first.bytes.length]).toEqual([200, plain.bytes!]);
  expect((await download(url, site.anonymous)).status).toBe(404);
  const late = await give();
  site.clock.advance(61_000);
  expect((await download(late, site.anonymous)).status).toBe(404);
  expect((await download('/api/backups/ticket/nonsense', site.anonymous)).status).toBe(404);
});

test('other users and anonymous callers may not read backups', async () => {
  const other = await site.userWith('backups.edit', 'backups.view', 'settings.edit');
  for (const path of [
    '/api/backups',
    `/api/backups/${plain.backupid}`,
    `/api/backups/${sealed.backupid}/download`,
  ]) {
    expect([path, (await site.anonymous.get(path)).status]).toEqual([path, 401]);
    expect([path, (await download(path, other)).status]).toEqual([path, 403]);
  }
  expect((await other.put('/api/settings/backup_passphrase', { value: 'mine, all of it' })).status).toBe(403);
});

test('a backup passphrase has at least twelve characters and is always masked', async () => {
  const short = await site.admin.put('/api/settings/backup_passphrase', { value: 'eleven char' });
  expect([short.status, short.error.details.issues[0].path]).toEqual([400, 'value']);
  expect((await site.admin.get('/api/settings/backup_passphrase')).data.value).toBe('********');
});
