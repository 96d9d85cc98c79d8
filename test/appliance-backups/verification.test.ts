import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BackupMaker } from '../../src/features/appliancebackups/index.ts';
import type { BackupMetadata } from '../../src/kit/backup/backup-store.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';
import { expectDamageFound } from './damage.ts';
import { backupPath, createBackup } from './reading.ts';

setDefaultTimeout(120_000);

let site: Site;
let plain: BackupMetadata;
beforeAll(async () => {
  site = await startSite();
  plain = await createBackup(site);
});
afterAll(() => site.stop());

const verify = () => site.admin.post(`/api/backups/${plain.backupid}/verify`);

test('the verification finds an altered byte and a missing end', async () => {
  await expectDamageFound(site, plain, 5);
});

test('the verification finds a recompressed file with the same content', async () => {
  const file = backupPath(site, plain);
  const whole = readFileSync(file);
  const tar = zstdDecompressSync(whole);
  writeFileSync(file, zstdCompressSync(tar, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }));
  const { data } = await verify();
  expect(data).toEqual({ verified: false, problems: [expect.stringContaining('SHA-256')] });
  writeFileSync(file, whole);
  expect((await verify()).data).toEqual({ verified: true, problems: [] });
});

test('a file above 1 GB is verified in the background', async () => {
  const { shelf } = site.app.host.getInstance(BackupMaker);
  const large = { ...shelf.find(plain.backupid)!, bytes: 1024 ** 3 + 1, verified: null, verifieddate: null };
  shelf.write(large);
  const [first, second] = await Promise.all([verify(), verify()]);
  expect([first.status, first.data]).toEqual([202, { verified: null, problems: [] }]);
  expect(second.status).toBe(409);
  const read = async () => (await site.admin.get(`/api/backups/${plain.backupid}`)).data;
  await eventually(async () => !(await read()).verifying, 'the verification ends');
  expect(await read()).toMatchObject({ verified: true, error: null, verifieddate: expect.any(String) });
  shelf.write({ ...shelf.find(plain.backupid)!, error: 'Verification failed: the appliance stopped.' });
  expect((await verify()).status).toBe(202);
  await eventually(async () => !(await read()).verifying, 'the verification ends');
  expect(await read()).toMatchObject({ verified: true, error: null });
  shelf.write({ ...large, bytes: plain.bytes });
});
