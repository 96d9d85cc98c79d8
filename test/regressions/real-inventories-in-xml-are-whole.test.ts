import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const real = (name: string) => readFileSync(join(import.meta.dir, '../data/glpi-xml', `${name}.xml`), 'utf8');
const send = async (xml: string) => {
  const { status } = await site.anonymous
    .with({ 'x-api-key': COLLECTOR_KEY, 'content-type': 'application/xml' })
    .raw('POST', '/api/collector/glpi', xml);
  expect(status).toBe(200);
};
const addresses = async (hostname: string) =>
  (await site.admin.get(`/api/computers/by-hostname/${hostname}`)).data.communications.map(
    (row: { address: string }) => row.address,
  );

test('a computer keeps its addresses when its agent flags each adapter as virtual', async () => {
  await send(real('computer_flagged_adapters'));
  expect(await addresses('MacBook-de-teclib')).toEqual([
    '172.28.220.124',
    '00:17:f2:d1:14:32',
    '00:19:e3:db:64:d2',
    '00:19:e3:ff:fe:71',
  ]);
});

test('a computer has only the addresses of its physical adapters when some are flagged as virtual', async () => {
  const one = real('computer_flagged_adapters')
    .replace(/(<DESCRIPTION>en1[\s\S]*?<VIRTUALDEV>)1/, '$10')
    .replaceAll('MacBook-de-teclib', 'one-real')
    .replace('W87051UGVUV', 'ONE-REAL')
    .replace(/<UUID>[^<]*/, '<UUID>one-real-uuid');
  await send(one);
  expect(await addresses('one-real')).toEqual(['172.28.220.124', '00:19:e3:db:64:d2']);
});

test.each([
  ['0', null, 'unknown'],
  ['00', null, 'unknown'],
  ['0.0', null, 'unknown'],
  ['0g', null, 'unknown'],
  ['0%', 0, 'critical'],
  ['3', 3, 'critical'],
  ['40', 40, 'ok'],
])('a supply that is reported as %s has the level %p and is %s', async (reported, level, state) => {
  const name = `PRN-${reported.replace(/\W/g, '-')}`;
  const xml = real('printer_without_units')
    .replace('<DRUMBLACK>0<', `<DRUMBLACK>${reported}<`)
    .replace('CE75I09008', name)
    .replace('D9J230159', name)
    .replaceAll('00:1b:a9:12:11:f2', '')
    .replaceAll('10.75.230.125', '');
  await send(xml);
  const [printer] = (await site.admin.get(`/api/printers?search=${name}`)).data;
  const { data } = await site.admin.get(`/api/printers/${printer.printerid}/supplies`);
  expect(data.supplies[0]).toMatchObject({ level, state });
});

test('the supplies job writes no alert for a supply without a unit', async () => {
  await send(real('printer_without_units'));
  expect((await site.admin.post('/api/jobs/printers.supplies/run')).status).toBe(200);
  const low = (await site.admin.get('/api/printers?search=CE75I09008')).data;
  expect(low).toHaveLength(1);
  const rows = site.app.host.db.read((reader) =>
    reader.all(`SELECT * FROM supplyalerts WHERE printerid = ?`, low[0].printerid),
  );
  expect(rows).toEqual([]);
});
