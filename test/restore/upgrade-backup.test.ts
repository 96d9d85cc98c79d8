import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpgradeArchives } from '../../src/features/appliancebackups/upgrade-archives.ts';
import { openDatabaseFile } from '../../src/kit/data/open.ts';
import { ARCHIVE, COPY, COPY_HEAD, setDatabaseAside } from '../appliance-backups/upgrade-copies.ts';
import { createPng } from '../support/pictures.ts';
import type { Site } from '../support/site.ts';
import { buildArchive, changeBehindGuards, unpackArchive } from './archives.ts';
import { listSiteAssets, readTree, runDoctor, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-of-upgrade-'));
const plant = join(scratch, 'plant');
const archive = join(scratch, ARCHIVE);
const copy = join(scratch, COPY);
/** Revoked after the upgrade. */
let token: string;

async function attach(site: Site, assetid: number, name: string): Promise<number> {
  const form = new FormData();
  form.append('file', new File([createPng()], name, { type: 'image/png' }));
  const { status, data } = await site.admin.upload(`/api/assets/${assetid}/files`, form);
  expect(status).toBe(201);
  return data.assetfileid;
}

beforeAll(async () => {
  await withServedData(plant, async (site) => {
    const { data: asset } = await site.admin.post('/api/assets', { assetnumber: 'IN-IT', assettypeid: 1 });
    await attach(site, asset.assetid, 'stays.png');
    const made = await site.admin.post('/api/apitokens', { name: 'script' });
    token = made.data.secret;
    site.app.host.audithead.write();
    cpSync(setDatabaseAside(plant), copy);
    cpSync(join(plant, 'backups', COPY_HEAD), join(scratch, COPY_HEAD));
    await site.admin.post('/api/assets', { assetnumber: 'LATER', assettypeid: 1 });
    await attach(site, asset.assetid, 'later.png');
    expect((await site.admin.delete(`/api/apitokens/${made.data.tokenid}`)).status).toBe(200);
    await site.app.host.getInstance(UpgradeArchives).start();
    cpSync(join(plant, 'backups', ARCHIVE), archive);
  });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let made = 0;
function copyOfPlant(): string {
  const data = join(scratch, `copy-${++made}`, 'data');
  cpSync(plant, data, { recursive: true });
  return data;
}

const uploadsIn = (data: string) => readdirSync(join(data, 'files', 'assetfiles')).sort();
const keysIn = (data: string) => {
  const { login: _renewed, ...rest } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'));
  return rest;
};

for (const [title, file] of [
  ['an archive of kind upgrade', archive],
  ['a database that an upgrade set aside', copy],
] as const)
  test(`a restore of ${title} replaces the database and preserves files and keys`, async () => {
    const data = copyOfPlant();
    const [uploads, keys] = [uploadsIn(data), keysIn(data)];
    expect(uploads).toHaveLength(2);
    const { code, output } = await runRestore(file, '--data', data, '--replace');
    expect([code, output]).toEqual([0, expect.stringMatching(/; the previous data are in \S+\.$/)]);
    const [, before] = / are in (\S+)\.$/.exec(output)!;
    expect([uploadsIn(data), uploadsIn(before!), keysIn(data)]).toEqual([uploads, uploads, keys]);
    expect(runDoctor(data)).toMatchObject({ code: 0 });
    expect(runDoctor(before!)).toMatchObject({ code: 0 });
    await withServedData(data, async (site) => {
      expect(await listSiteAssets(site)).toEqual(['IN-IT']);
      expect((await site.anonymous.bearer(token).get('/api/assets')).status).toBe(401);
      expect((await site.admin.get('/api/capabilities')).data.goon).toBe(true);
      const { data: rows } = await site.admin.get('/api/auditlogs?action=backups.restored');
      expect(rows).toHaveLength(1);
      expect(rows[0].details).not.toHaveProperty('missing');
      expect((await site.admin.get('/api/auditlogs?action=audit.log.mistrusted')).data).toEqual([]);
    });
    await withServedData(before!, async (site) =>
      expect(await listSiteAssets(site)).toEqual(['IN-IT', 'LATER']),
    );
  });

test('a restore names the files that the older database lists and that are missing', async () => {
  const data = copyOfPlant();
  for (const name of uploadsIn(data)) rmSync(join(data, 'files', 'assetfiles', name));
  const { code, output } = await runRestore(archive, '--data', data, '--replace');
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/; files that the database lists but that are missing: 1\.$/),
  ]);
  await withServedData(data, async (site) => {
    const [row] = (await site.admin.get('/api/auditlogs?action=backups.restored')).data;
    expect(row.details).toMatchObject({
      missingfiles: 1,
      missing: [expect.stringMatching(/^files\/assetfiles\//)],
    });
  });
});

async function expectRefused(words: string[], data: string, reason: RegExp): Promise<void> {
  const before = readTree(join(data, '..'));
  const { code, output } = await runRestore(...words, '--data', data);
  expect([code, output]).toEqual([1, expect.stringMatching(reason)]);
  expect(output).not.toContain('\n');
  expect(readTree(join(data, '..'))).toEqual(before);
}

test('the previous version restores an archive of a newer version over data of the newer version', async () => {
  const data = copyOfPlant();
  const sqlite = openDatabaseFile(join(data, 'millwright.db'));
  sqlite.exec("INSERT INTO migrations VALUES ('core', '9999_later', 'x', '2030-01-01T00:00:00.000Z')");
  sqlite.close();
  const newer = join(scratch, 'packed-by-newer.tar.zst');
  const parts = await unpackArchive(archive);
  await buildArchive(newer, { ...parts, manifest: { ...parts.manifest, version: '99.0.0' } });
  expect(await runRestore(newer, '--data', data, '--replace')).toMatchObject({ code: 0 });
  await withServedData(data, async (site) => expect(await listSiteAssets(site)).toEqual(['IN-IT']));
});

test('a restore without existing data is refused and changes nothing when the backup has no keys', async () => {
  const data = join(scratch, 'nothing', 'data');
  mkdirSync(join(data, '..'));
  for (const file of [archive, copy])
    for (const flags of [[], ['--replace']])
      await expectRefused([file, ...flags], data, /^This backup .*contains only the database.*\.$/);
  expect(existsSync(data)).toBe(false);
});

test('a restore over data with users needs --replace', async () => {
  await expectRefused(
    [archive],
    copyOfPlant(),
    /contains the data of an appliance with users\. Add --replace/,
  );
});

test('a restore is refused when the audit log does not verify under the current keys', async () => {
  const data = copyOfPlant();
  const other = join(scratch, 'other', 'data');
  await withServedData(other, async (site) => {
    await site.admin.post('/api/assets', { assetnumber: 'ELSEWHERE', assettypeid: 1 });
  });
  const shorter = join(scratch, 'shorter.tar.zst');
  const parts = await unpackArchive(archive);
  await buildArchive(shorter, { ...parts, manifest: { ...parts.manifest, audit: { rows: 1, hash: 'x' } } });
  await expectRefused([shorter, '--replace'], data, /end of the audit log does not match the manifest/);
  await expectRefused([archive, '--replace'], other, /other keys than those in secrets\.json/);
  const cut = join(scratch, 'cut.db');
  cpSync(copy, cut);
  cpSync(join(scratch, COPY_HEAD), join(scratch, 'cut.audit-head.json'));
  const sqlite = openDatabaseFile(cut);
  changeBehindGuards(
    sqlite,
    'DELETE FROM auditlogs WHERE auditlogid = (SELECT max(auditlogid) FROM auditlogs)',
  );
  sqlite.close();
  await expectRefused([cut, '--replace'], data, /The newest rows were removed/);
});
