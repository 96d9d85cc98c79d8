import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runDrill } from '../../src/features/appliancebackups/drill.ts';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import { UpgradeArchives } from '../../src/features/appliancebackups/upgrade-archives.ts';
import { type BackupStore, findNewestVerified } from '../../src/kit/backup/backup-store.ts';
import { inspectBackup } from '../../src/kit/backup/inspect.ts';
import { ownVersionOf } from '../../src/kit/backup/own-version.ts';
import { findNewestCopy } from '../../src/kit/data/copies.ts';
import { unpackArchive } from '../restore/archives.ts';
import { type Site, startSite } from '../support/site.ts';
import { canMountTmpfs, mountTmpfs } from '../support/tmpfs.ts';
import { ARCHIVE, COPY, setDatabaseAside, UPGRADED_AT } from './upgrade-copies.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'grüne Ente, zwölf mal';
let site: Site;
let shelf: BackupStore;
let copy: string;
beforeEach(async () => {
  site = await startSite();
  site.app.host.audithead.write();
  shelf = site.app.host.getInstance(BackupMaker).shelf;
  copy = setDatabaseAside(site.data);
});
afterEach(async () => {
  await site?.stop();
  rmSync(site.data, { recursive: true, force: true });
});

const pack = () => site.app.host.getInstance(UpgradeArchives).start();
const files = () =>
  readdirSync(shelf.folder)
    .filter((name) => name !== '.work')
    .sort();
const archive = () => join(shelf.folder, ARCHIVE);
const ID = Date.parse(UPGRADED_AT);
const whole = {
  backupid: ID,
  filename: ARCHIVE,
  createddate: UPGRADED_AT,
  kind: 'upgrade',
  state: 'done',
  sealed: false,
  verified: true,
  error: null,
};

test('the database copy of an upgrade becomes a verified archive with the same ID', async () => {
  expect(shelf.list()).toMatchObject([{ backupid: ID, filename: COPY, kind: 'upgrade', verified: null }]);
  await pack();
  expect(files()).toEqual([ARCHIVE, `${ARCHIVE}.json`]);
  const { data } = await site.admin.get('/api/backups');
  const sha256 = createHash('sha256').update(readFileSync(archive())).digest('hex');
  expect(data).toMatchObject([{ ...whole, sha256, passphraseid: null }]);
  const { manifest, entries } = await unpackArchive(archive());
  expect(entries.map(({ header }) => header.name)).toEqual(['millwright.db']);
  expect(manifest).toMatchObject({
    by: 'upgrade',
    createddate: UPGRADED_AT,
    parts: [{ name: 'millwright.db' }],
  });
  const { data: id } = await site.admin.get('/api/auditlogs?action=backups.backup.made');
  expect(id).toMatchObject([{ entityid: ID, details: { filename: ARCHIVE, kind: 'upgrade' } }]);
  expect(findNewestCopy(join(site.data, 'millwright.db'))).toBe(archive());
  expect((await site.admin.post(`/api/backups/${ID}/verify`)).data).toEqual({ verified: true, problems: [] });
});

test('the archive is encrypted when a passphrase is set', async () => {
  await site.admin.put('/api/settings/backup_passphrase', { value: PASSPHRASE });
  await pack();
  const sealed = `${ARCHIVE}.age`;
  expect(files()).toEqual([sealed, `${sealed}.json`]);
  expect(shelf.list()).toMatchObject([{ ...whole, filename: sealed, sealed: true }]);
  expect(shelf.list()[0]!.passphraseid).not.toBeNull();
  const look = (passphrase: string) =>
    inspectBackup({
      file: join(shelf.folder, sealed),
      folder: join(site.data, 'looking'),
      passphrase,
      own: ownVersionOf(site.app.host.contributions),
      at: new Date(),
    });
  expect((await look('')).isOpen).toBe(false);
  expect(await look(PASSPHRASE)).toMatchObject({ isOpen: true, problems: [] });
});

test('a damaged copy stays listed, the reason is logged and the next start retries', async () => {
  const good = readFileSync(copy);
  writeFileSync(copy, good.subarray(0, good.length >> 1));
  const before = files();
  await pack();
  expect(files()).toEqual(before);
  expect(shelf.list()).toMatchObject([{ backupid: ID, filename: COPY, kind: 'upgrade', state: 'done' }]);
  expect(site.log).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'packing the database from before an upgrade failed; retrying at next start',
      fields: expect.objectContaining({ file: copy }),
    }),
  );
  writeFileSync(copy, good);
  await pack();
  expect(shelf.list()).toMatchObject([whole]);
});

test.if(canMountTmpfs())(
  'the log states the missing space of an archive, and the next start packs it',
  async () => {
    const { path, unmount } = mountTmpfs(60);
    const small = await startSite({ data: join(path, 'data') });
    try {
      small.app.host.audithead.write();
      setDatabaseAside(small.data);
      const filler = join(path, 'filler');
      const leaveFree = (bytes: number) => {
        const { bavail, bsize } = statfsSync(path);
        writeFileSync(filler, new Uint8Array(Math.max(0, bavail * bsize - bytes)));
      };
      leaveFree(1024 ** 2);
      await small.app.host.getInstance(UpgradeArchives).start();
      const { shelf } = small.app.host.getInstance(BackupMaker);
      expect(shelf.list()).toMatchObject([{ backupid: ID, filename: COPY }]);
      const { fields } = small.log.find(({ message }) => message.startsWith('packing the database'))!;
      expect(String((fields!.cause as Error).message)).toMatch(
        /needs [\d.]+ MB of disk space, but only [\d.]+ MB are free/,
      );
      rmSync(filler);
      await small.app.host.getInstance(UpgradeArchives).start();
      expect(shelf.list()).toMatchObject([whole]);
    } finally {
      await small.stop();
      unmount();
    }
  },
);

test('a start completes the packing when a crash interrupted it at any step', async () => {
  const saved = files().map((name) => [name, readFileSync(join(shelf.folder, name))] as const);
  await pack();
  const [packed, metadata] = [readFileSync(archive()), readFileSync(`${archive()}.json`)];
  const putBack = () => {
    for (const [name, content] of saved) writeFileSync(join(shelf.folder, name), content);
  };
  const states: Record<string, () => void> = {
    'half an archive without metadata': () => {
      writeFileSync(archive(), packed.subarray(0, 1000));
      rmSync(`${archive()}.json`);
    },
    'an archive under another passphrase without metadata': () => {
      rmSync(archive());
      rmSync(`${archive()}.json`);
      writeFileSync(`${archive()}.age`, 'half');
    },
    'metadata without an archive': () => {
      rmSync(archive());
      writeFileSync(`${archive()}.json`, metadata);
    },
    'an archive with its metadata': () => undefined,
    'an archive, and the database without its head': () =>
      rmSync(join(shelf.folder, saved.find(([name]) => name.endsWith('.audit-head.json'))![0])),
  };
  for (const [state, leave] of Object.entries(states)) {
    putBack();
    leave();
    expect([state, shelf.list().map(({ filename }) => filename)]).toEqual([state, [COPY]]);
    await pack();
    expect([state, files()]).toEqual([state, [ARCHIVE, `${ARCHIVE}.json`]]);
    expect([state, shelf.list()]).toMatchObject([state, [whole]]);
  }
});

test('a server that stops leaves the copy for the next start', async () => {
  const before = files();
  site.app.host.getInstance(BackupMaker).stop();
  await pack();
  expect(files()).toEqual(before);
  expect(site.log.filter(({ message }) => message.startsWith('packing the database'))).toEqual([]);
});

test('a copy that an admin deletes during the packing stays deleted', async () => {
  const packing = pack();
  expect((await site.admin.delete(`/api/backups/${ID}`)).status).toBe(200);
  await packing;
  expect([shelf.list(), existsSync(archive())]).toEqual([[], false]);
});

test('the drill, the alarm and the upload ignore or refuse a backup of kind upgrade', async () => {
  await pack();
  expect(findNewestVerified(shelf.list())).toBeUndefined();
  await runDrill(site.app.host);
  expect((await site.admin.get('/api/auditlogs?action=backups.drill.passed')).data).toEqual([]);
  copyFileSync(archive(), join(site.data, 'sent.tar.zst'));
  const { status, error } = await site.admin
    .with({ 'content-type': 'application/octet-stream' })
    .raw('POST', '/api/backups/upload?filename=sent.tar.zst', readFileSync(join(site.data, 'sent.tar.zst')));
  expect([status, error.message]).toEqual([400, expect.stringMatching(/only the database/)]);
  expect(files()).toEqual([ARCHIVE, `${ARCHIVE}.json`]);
});
