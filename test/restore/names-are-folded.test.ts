import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReporter } from '../support/reports.ts';
import { PASSWORD, type Site } from '../support/site.ts';
import { exportBackup, runRestore, withServedData } from './restoring.ts';

setDefaultTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'millwright-names-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const create = async (site: Site, vendor: string) =>
  (await site.admin.post('/api/vendors', { vendor })).status;

test('a restore folds names and accepts the passphrase in any normalization form', async () => {
  const plant = join(scratch, 'plant');
  const passphrase = 'grüne Ente, zwölf mal';
  const file = await withServedData(plant, async (site) => {
    expect(await create(site, 'Jäger')).toBe(201);
    const computer = { assetnumber: 'X-1', serialnumber: 'Ä-1' };
    expect((await site.admin.post('/api/computers', computer)).status).toBe(201);
    const user = {
      username: 'jörg',
      email: 'joerg@plant.example',
      password: PASSWORD,
      mustchangepassword: false,
    };
    expect((await site.admin.post('/api/users', user)).status).toBe(201);
    await site.admin.put('/api/settings/backup_passphrase', { value: passphrase.normalize('NFD') });
    return exportBackup(site, scratch, 'names');
  });
  const words = join(scratch, 'words.txt');
  await Bun.write(words, `${passphrase.normalize('NFC')}\n`);
  const data = join(scratch, 'restored', 'data');
  const { code, output } = await runRestore(file, '--passphrase-file', words, '--data', data);
  expect([code, output]).toEqual([0, expect.any(String)]);
  await withServedData(data, async (site) => {
    expect(await create(site, 'JÄGER')).toBe(409);
    expect(await create(site, 'Schütze')).toBe(201);
    expect(await create(site, 'SCHÜTZE')).toBe(409);
    const login = { username: 'JÖRG', password: PASSWORD };
    expect((await site.anonymous.post('/api/auth/login', login)).status).toBe(200);
    const report = { hostname: 'pc-1', serialnumber: 'ä-1' };
    expect(await createReporter(site).report(report)).toMatchObject({ created: 0 });
    expect((await site.admin.get('/api/duplicates')).data).toEqual([]);
  });
});
