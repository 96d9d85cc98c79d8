import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupMaker, Copies } from '../../src/features/appliancebackups/index.ts';
import { connectTarget } from '../../src/kit/backup/targets/connect-target.ts';
import { hasPrograms } from '../clients/project.ts';
import { HANG_MS } from '../support/hang.ts';
import { type Site, startSite } from '../support/site.ts';
import { canMountTmpfs, mountTmpfs } from '../support/tmpfs.ts';
import { type OpenSsh, startOpenSsh } from './servers/openssh.ts';
import { type S3Store, startS3 } from './servers/s3rver.ts';

setDefaultTimeout(HANG_MS);

const hasSshd = hasPrograms('sshd', 'ssh-keygen');
const KEYS = { accesskeyid: 'S3RVER', secretaccesskey: 'S3RVER' };
let site: Site;
let ssh: OpenSsh;
let s3: S3Store;
let work: string;
/** Servers that single tests started. */
const started: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  site = await startSite();
  await site.admin.put('/api/settings/backup_passphrase', { value: 'twelve storks in a moor' });
  if (hasSshd) ssh = await startOpenSsh();
  s3 = await startS3('plant');
  work = mkdtempSync(join(tmpdir(), 'copies-'));
});
afterAll(async () => {
  await site.stop();
  await ssh?.stop();
  await s3.stop();
  for (const server of started) await server.stop();
  rmSync(work, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const { targetid } of await targets()) await site.admin.delete(`/api/backups/targets/${targetid}`);
  await copies().whenIdle();
});

const maker = () => site.app.host.getInstance(BackupMaker);
const copies = () => site.app.host.getInstance(Copies);
const targets = async () => (await site.admin.get('/api/backups/targets')).data;
const add = (target: string, secret?: object) => site.admin.post('/api/backups/targets', { target, secret });
const tryOut = async (target: string, secret?: object) =>
  (await site.admin.post('/api/backups/targets/test', { target, secret })).data;
const runJob = async (name: string) => (await site.admin.post(`/api/jobs/${name}/run`)).data;

/** Runs a scheduled backup, which is copied to the targets. Returns its file. */
async function makeBackup(): Promise<{ filename: string; content: Buffer }> {
  const { lastresult, lasterror } = await runJob('backups.scheduled');
  expect([lastresult, lasterror]).toEqual(['ok', null]);
  const [{ filename }] = (await site.admin.get('/api/backups')).data;
  return { filename, content: readFileSync(join(maker().shelf.folder, filename)) };
}

/** Returns the path of a file with this size. */
function fileOf(megabytes: number): string {
  const file = join(work, `${megabytes}.bin`);
  if (!existsSync(file)) writeFileSync(file, Buffer.alloc(megabytes * 1024 ** 2, 'Millwright '));
  return file;
}

const connect = (line: string, secret?: { privatekey: string } | typeof KEYS) =>
  connectTarget({ line, secret, ca: '', isMarked: false, data: site.data });

test.if(hasSshd)(
  'a backup is copied to OpenSSH, and the test of the target returns its host key',
  async () => {
    const folder = join(ssh.store, 'nightly');
    mkdirSync(folder);
    const secret = { privatekey: ssh.privatekey };
    const line = ssh.address + folder;
    expect(await tryOut(line, secret)).toMatchObject({ ok: false, hostkey: ssh.hostkey });
    expect((await add(line, secret)).error.message).toContain('host key is missing');
    const target = `${line}#${ssh.hostkey}`;
    expect(await tryOut(target, secret)).toEqual({ ok: true, problem: null, note: null, hostkey: null });
    expect(readdirSync(folder)).toEqual([]);
    const { data } = await add(target, secret);
    expect(data).toMatchObject({ target, kind: 'sftp', hassecret: true });
    const { filename, content } = await makeBackup();
    expect(readFileSync(join(folder, filename)).equals(content)).toBeTrue();
    expect((await targets())[0]).toMatchObject({ state: 'done', copies: 1, lastbackup: filename });
  },
);

test.if(hasSshd)('a server with another host key gets no file', async () => {
  const other = `SHA256:${'A'.repeat(43)}`;
  const target = `${ssh.address}${ssh.store}#${other}`;
  const secret = { privatekey: ssh.privatekey };
  expect(await tryOut(target, secret)).toEqual({
    ok: false,
    problem: `The server presents the host key ${ssh.hostkey}, which differs from the configured key. Nothing was sent.`,
    note: null,
    hostkey: ssh.hostkey,
  });
});

test.if(hasSshd)('the test of an SFTP target states the problem', async () => {
  const problemOf = async (path: string, secret?: object) =>
    (await tryOut(`${ssh.address}${path}#${ssh.hostkey}`, secret)).problem;
  const secret = { privatekey: ssh.privatekey };
  expect(await problemOf(ssh.store, { privatekey: ssh.otherkey })).toMatch(/^The server did not accept/);
  expect(await problemOf(ssh.store, { privatekey: 'no key' })).toMatch(/^The private key cannot be read/);
  expect(await problemOf(ssh.store, { password: 'wrong' })).toMatch(/^The server did not accept/);
  expect(await problemOf(ssh.store)).toBe('Enter the password or the private key of the user.');
  expect(await problemOf('/missing', secret)).toBe('The folder /missing does not exist on the server.');
});

test.if(hasSshd)('expired copies are deleted from an SFTP server, and other files stay', async () => {
  const folder = join(ssh.store, 'kept');
  mkdirSync(folder);
  writeFileSync(join(folder, 'own.txt'), 'x');
  for (const span of ['daily', 'weekly', 'monthly'])
    await site.admin.put(`/api/settings/backup_keep_${span}`, { value: '1' });
  await add(`${ssh.address}${folder}#${ssh.hostkey}`, { privatekey: ssh.privatekey });
  await copies().whenIdle();
  await makeBackup();
  const { filename } = await makeBackup();
  expect(readdirSync(folder).sort()).toEqual([filename, 'own.txt'].sort());
});

test.if(hasSshd)('a copy that cannot be renamed leaves no part on an SFTP server', async () => {
  const inTheWay = join(ssh.store, 'y.tar.zst.age', 'x');
  mkdirSync(inTheWay, { recursive: true });
  const client = await connect(`${ssh.address}${ssh.store}#${ssh.hostkey}`, { privatekey: ssh.privatekey });
  await expect(client.put(fileOf(1), 'y.tar.zst.age', () => undefined)).rejects.toThrow();
  client.close();
  expect(readdirSync(ssh.store)).not.toContain('y.tar.zst.age.part');
  rmSync(join(ssh.store, 'y.tar.zst.age'), { recursive: true });
});

test.if(hasSshd)('an SFTP server that stops during a copy has no complete file', async () => {
  const server = await startOpenSsh();
  started.push(server);
  const client = await connect(`${server.address}${server.store}#${server.hostkey}`, {
    privatekey: server.privatekey,
  });
  let isEnded = false;
  const put = client.put(fileOf(64), 'x.tar.zst.age', () => {
    if (isEnded) return;
    isEnded = true;
    server.endSessions();
  });
  await expect(put).rejects.toThrow('The server closed the connection.');
  expect(isEnded).toBeTrue();
  expect(readdirSync(server.store)).not.toContain('x.tar.zst.age');
  client.close();
});

test('a backup is copied to an S3 store below its prefix', async () => {
  const target = `s3://plant/mill/one?endpoint=${s3.endpoint}`;
  expect(await tryOut(target, KEYS)).toEqual({ ok: true, problem: null, note: null, hostkey: null });
  expect((await add(target, KEYS)).data).toMatchObject({ kind: 's3', hassecret: true });
  await copies().whenIdle();
  const { filename, content } = await makeBackup();
  expect(readFileSync(s3.fileOf('plant', `mill/one/${filename}`)).equals(content)).toBeTrue();
});

test('a file of several parts arrives unchanged in an S3 store', async () => {
  const client = await connect(`s3://plant?endpoint=${s3.endpoint}`, KEYS);
  const progress: number[] = [];
  await client.put(fileOf(40), 'large', (bytes) => progress.push(bytes));
  expect(progress).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 40].map((megabytes) => megabytes * 1024 ** 2));
  expect(readFileSync(s3.fileOf('plant', 'large')).equals(readFileSync(fileOf(40)))).toBeTrue();
  await client.remove('large');
  expect(existsSync(s3.fileOf('plant', 'large'))).toBeFalse();
  await client.remove('large');
});

test('the test of an S3 target states the problem', async () => {
  const problemOf = async (line: string, secret?: object) => (await tryOut(line, secret)).problem;
  const line = `s3://plant?endpoint=${s3.endpoint}`;
  expect(await problemOf(line)).toBe('Enter the access key ID and the secret access key.');
  expect(await problemOf(line, { ...KEYS, accesskeyid: 'OTHER' })).toBe(
    'The access key ID is unknown to the storage.',
  );
  expect(await problemOf(`s3://other?endpoint=${s3.endpoint}`, KEYS)).toBe('The bucket does not exist.');
  expect(await problemOf('s3://plant?endpoint=http://127.0.0.1:1', KEYS)).toMatch(/ECONNREFUSED/);
});

test('a copy fails when the S3 store stops during it', async () => {
  const store = await startS3('plant');
  started.push(store);
  const client = await connect(`s3://plant?endpoint=${store.endpoint}`, KEYS);
  let ended: Promise<void> | undefined;
  const put = client.put(fileOf(64), 'large', () => {
    ended ??= store.stop();
  });
  await expect(put).rejects.toThrow();
  expect(ended).toBeDefined();
  await ended;
});

test.if(canMountTmpfs())('a copy fails when the share disappears during it', async () => {
  const share = mountTmpfs(100);
  try {
    const client = await connect(share.path);
    let isGone = false;
    const put = client.put(fileOf(64), 'x.tar.zst', () => {
      if (!isGone) Bun.spawnSync(['umount', '-l', share.path]);
      isGone = true;
    });
    await expect(put).rejects.toThrow();
    expect([isGone, readdirSync(share.path)]).toEqual([true, []]);
  } finally {
    share.unmount();
  }
});

test.if(canMountTmpfs())('a share without enough space keeps no part of a backup', async () => {
  const share = mountTmpfs(10);
  try {
    const client = await connect(share.path);
    await expect(client.put(fileOf(40), 'x.tar.zst', () => undefined)).rejects.toThrow(/ENOSPC|no space/);
    expect(readdirSync(share.path)).toEqual(['millwright-backups.txt']);
  } finally {
    share.unmount();
  }
});
