import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Exports the list and imports it unchanged, with and without a byte order mark. */
async function expectToComeBack(list: string, target: string, count: number): Promise<void> {
  for (const query of ['', '&bom=true']) {
    const { text } = await site.admin.get(`/api/${list}?format=csv${query}`);
    const answer = await importFile(site.admin, target, text);
    expect([query, reasonsOf(answer), rowOutcomesOf(answer)]).toEqual([
      query,
      Array(count).fill(null),
      Array(count).fill('skip'),
    ]);
  }
}

test('the import skips exported computers when their operating systems differ only in the build', async () => {
  const { report } = createReporter(site);
  for (const [n, osversion] of ['10.0.22631', '10.0.26100'].entries())
    await report({ hostname: `rt-${n}`, serialnumber: `RT${n}`, osname: 'Windows 11 Pro', osversion });
  expect((await site.admin.get('/api/operatingsystems')).data).toHaveLength(2);
  await expectToComeBack('computers', 'Computer', 2);
});

test('the import skips exported machines when their levels and models have one name', async () => {
  for (const name of ['A', 'B']) {
    const vendor = await site.admin.post('/api/vendors', { vendor: `-Maker ${name} AG` });
    const { vendorid } = vendor.data;
    const model = await site.admin.post('/api/models', { modelnumber: 'X-1', vendorid });
    const body = { building: `Hall ${name}`, level: 'Ground floor', sortorder: 0 };
    const level = await site.admin.post('/api/maplevels', body);
    const machine = await site.admin.post('/api/machines', {
      assetnumber: `M-${name}`,
      vendorid,
      modelnumberid: model.data.modelnumberid,
      levelid: level.data.levelid,
    });
    expect(machine.status).toBe(201);
  }
  await expectToComeBack('machines', 'Machine', 2);
  await expectToComeBack('models', 'models', 2);
  await expectToComeBack('vendors', 'vendors', 2);
});
