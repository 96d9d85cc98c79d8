import { afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { BackupStore } from '../../src/kit/backup/backup-store.ts';
import { backupFolderPath } from '../../src/kit/data/copies.ts';
import { eventually } from '../support/receivers.ts';
import {
  ACCOUNT,
  addAsset,
  listAssetNumbers,
  listBackups,
  type RestorablePlant,
  requestBackup,
  signInWith,
  signUpFirstAdmin,
  startPlant,
  waitUntil,
} from './own-process.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'zwölf Störche im Moor';
let plain: Buffer;
let sealed: Buffer;
/** A new appliance for each test, without an admin. */
let box: RestorablePlant;
beforeAll(async () => {
  const old = await startPlant();
  const admin = await signUpFirstAdmin(old);
  await addAsset(admin, 'IN-IT');
  const read = async () => readFileSync(join(old.data, 'backups', (await requestBackup(admin)).filename));
  plain = await read();
  await admin.put('/api/settings/backup_passphrase', { value: PASSPHRASE });
  sealed = await read();
  await old.stop();
});
beforeEach(async () => {
  box = await startPlant();
});
afterEach(async () => {
  await box?.stop();
});

const send = (content: Uint8Array, headers: Record<string, string> = {}, query = '') =>
  box.anonymous
    .with({ 'content-type': 'application/octet-stream', ...headers })
    .raw('POST', `/api/setup/restore${query}`, new Uint8Array(content));
const opening = (passphrase: string) => ({ 'x-backup-passphrase': encodeURIComponent(passphrase) });
/** Returns the files and folders that an upload of a backup may leave. */
function listLeft(): string[] {
  const hidden = readdirSync(box.data).filter((name) => name.startsWith('.'));
  const backups = join(box.data, 'backups');
  if (!existsSync(backups)) return hidden;
  const arrived = readdirSync(backups, { recursive: true, encoding: 'utf8' });
  return [...hidden, ...arrived.filter((name) => name !== '.work')];
}

test('the setup restore requires the setup code when the caller is not local', async () => {
  // A request through a proxy does not count as local.
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
  const { status, error } = await send(plain, elsewhere);
  expect([status, error.code]).toEqual([403, 'SETUP_CODE']);
  expect((await send(plain, elsewhere, '?setupcode=AAAAAAAAAAAAAAAA')).status).toBe(403);
});

test('the setup restore returns the reason and leaves no files when the upload is not a valid backup', async () => {
  const altered = Buffer.from(plain);
  altered[altered.length >> 1]! ^= 1;
  const cases: Record<string, Uint8Array> = {
    text: Buffer.from('hello, this is no archive at all'),
    'an altered byte': altered,
    'cut short': plain.subarray(0, -50),
    'a bomb': zstdCompressSync(Buffer.alloc(300 * 1024 * 1024)),
  };
  for (const [what, content] of Object.entries(cases)) {
    const { status, error } = await send(content);
    expect([what, status, error.message]).toEqual([what, 409, expect.stringMatching(/^[A-Z"].*\.$/)]);
    expect([what, error.details]).toEqual([what, { field: 'file' }]);
    if (what === 'cut short')
      expect(error.message).toBe(
        'The file is incomplete. If you copied or downloaded it, copy or download it again.',
      );
    expect([what, listLeft()]).toEqual([what, []]);
  }
  const { data } = await box.anonymous.get('/api/setup/needs-admin');
  expect(data).toMatchObject({ needsadmin: true, restoring: null });
});

test('an aborted upload leaves no files and does not block the next one', async () => {
  const leaving = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(plain.subarray(0, 1000))),
  });
  const sent = fetch(`${box.url}/api/setup/restore`, {
    method: 'POST',
    body,
    signal: leaving.signal,
    tls: { rejectUnauthorized: false },
  });
  await eventually(() => listLeft().length > 0, 'it arrives');
  leaving.abort();
  await expect(sent).rejects.toThrow();
  await eventually(() => listLeft().length === 0, 'nothing of it is left');
  expect((await send(Buffer.from('no archive'))).status).toBe(409);
});

test('the setup restore names the field passphrase when it is missing or wrong', async () => {
  for (const headers of [{}, opening('something else')]) {
    const { status, error } = await send(sealed, headers);
    expect([status, error.details.issues[0].path]).toEqual([400, 'passphrase']);
  }
  expect(listLeft()).toEqual([]);
});

test('the setup restore serves the data of the backup and refuses another first admin', async () => {
  const { status, data } = await send(sealed, opening(PASSPHRASE));
  expect([status, data]).toEqual([202, { rehearsing: true }]);
  await waitUntil(
    () => box.anonymous.get('/api/setup/needs-admin'),
    (answer) => answer.data?.needsadmin === false,
    'the box has users',
  );
  const admin = await signInWith(box.anonymous);
  expect(await listAssetNumbers(admin)).toEqual(['IN-IT']);
  expect((await admin.get('/api/capabilities')).data.goon).toBe(true);
  expect((await listBackups(admin)).filter(({ restoring }) => restoring !== null)).toEqual([]);
  const again = await send(plain);
  expect([again.status, again.error.code]).toEqual([403, 'SETUP_DONE']);
  const made = await box.anonymous.post('/api/setup/create-admin', { ...ACCOUNT, email: 'b@plant.example' });
  expect(made.error.code).toBe('SETUP_DONE');
});

const arriving = (): boolean => {
  const folder = join(box.data, 'backups', '.work');
  return existsSync(folder) && readdirSync(folder).length > 0;
};

test('the setup restore is refused when a first admin is created during the upload', async () => {
  const gate = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array(plain.subarray(0, -1)));
      await gate.promise;
      controller.enqueue(new Uint8Array(plain.subarray(-1)));
      controller.close();
    },
  });
  const sent = box.anonymous
    .with({ 'content-type': 'application/octet-stream' })
    .raw('POST', '/api/setup/restore', body);
  await eventually(() => arriving(), 'it is on its way');
  await signUpFirstAdmin(box);
  gate.resolve();
  const { status, error } = await sent;
  expect([status, error.code]).toEqual([403, 'SETUP_DONE']);
  expect(readdirSync(box.data).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('the server hides the reason of a failed restore from anonymous callers', async () => {
  const reason = `The restore needs 5 MB of disk space in ${box.data}, but only 1 MB are free. Free some space.`;
  const shelf = new BackupStore(backupFolderPath(box.data));
  shelf.write({
    backupid: 1,
    filename: 'millwright-2026-01-01T00-00-00-000Z.tar.zst',
    bytes: 1,
    createddate: '2026-01-01T00:00:00.000Z',
    kind: 'uploaded',
    state: 'done',
    sealed: false,
    passphraseid: null,
    sha256: null,
    verified: null,
    verifieddate: null,
    error: null,
    errorcode: null,
    copyerrors: [],
    restoring: { state: 'failed', reason },
    folder: null,
  });
  const { data } = await box.anonymous.get('/api/setup/needs-admin');
  expect(data.restoring.state).toBe('failed');
  expect(data.restoring.reason).toBe(
    'The backup could not be restored. See the log of this appliance for the reason.',
  );
});
