import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { enrolledPc, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Client } from '../support/client.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { COLLECTOR_KEY, PASSWORD, type Site, startSite } from '../support/site.ts';

setDefaultTimeout(120_000);

let site: Site;
let agent: Client;
let assetid: number;
let computerid: number;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  ({ agent, assetid } = await enrolledPc(site, 'taken-over'));
  computerid = (await site.admin.get(`/api/computers/by-asset/${assetid}`)).data.computerid;
});
afterAll(() => site.stop());

const MOST = 5000;
interface App {
  appid: number | null;
  appname: string;
  version: string | null;
}
const programs = (prefix: string, count: number, version = '1.0') =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n}`, version }));
const report = (installedapps: object[], more = {}) =>
  agent.post('/api/collector/computers', { hostname: 'taken-over', ...more, installedapps });
const installed = async (): Promise<App[]> =>
  (await site.stranger.get(`/api/computers/${computerid}/apps`)).data;
const listedInAll = async () => (await site.admin.get('/api/applications?per_page=1')).meta.pagination.total;
const attention = async () =>
  (await site.admin.get('/api/dashboard/summary')).data.attention.find(
    ({ key }: { key: string }) => key === 'applications_over_budget',
  );

test('what a PC adds beyond a day’s share is its own: named with its version, in nobody’s list', async () => {
  const before = await listedInAll();
  expect((await attention())?.count ?? 0).toBe(0);
  expect((await report(programs('Made up', MOST + 200))).status).toBe(200);
  const apps = await installed();
  expect(apps).toHaveLength(MOST + 200);
  const own = apps.filter(({ appid }) => appid === null);
  expect(own).toHaveLength(200);
  expect(own[0]).toMatchObject({ appname: expect.stringMatching(/^Made up \d+$/), version: '1.0' });
  expect(await listedInAll()).toBe(before + MOST);
  expect(await attention()).toMatchObject({ count: 1, href: '/computers?overbudget=true' });
  const [found] = (await site.admin.get('/api/computers?overbudget=true')).data;
  expect(found.computerid).toBe(computerid);
});

test('another name each time does not help, and what the list knows is listed all the same', async () => {
  const before = await listedInAll();
  await site.admin.post('/api/applications', { appname: 'Known to all' });
  await report([...programs('Another', 50), { name: 'known to all', version: undefined }]);
  const apps = await installed();
  expect(apps.filter(({ appid }) => appid === null)).toHaveLength(50);
  expect(apps.filter(({ appid }) => appid !== null).map(({ appname }) => appname)).toEqual(['Known to all']);
  expect(await listedInAll()).toBe(before + 1);
});

test('with the day the share comes back: what was its own is listed when it is reported again', async () => {
  site.clock.advance(23 * HOUR);
  await report(programs('Another', 51));
  expect((await installed()).filter(({ appid }) => appid === null)).toHaveLength(51);
  site.clock.advance(DAY);
  site.admin = await site.stranger.signIn('admin', PASSWORD);
  await report(programs('Another', 52));
  expect((await installed()).filter(({ appid }) => appid === null)).toEqual([]);
  expect((await attention())?.count ?? 0).toBe(0);
});

test('who reports with a key of the plant may add any number', async () => {
  const before = await listedInAll();
  const answer = await site.stranger
    .with({ 'x-api-key': COLLECTOR_KEY })
    .post('/api/collector/computers', { hostname: 'by-key', installedapps: programs('By key', MOST + 10) });
  expect(answer.status).toBe(200);
  expect(await listedInAll()).toBe(before + MOST + 10);
});

test('versions of what is known, vendors, models and systems have their share too', async () => {
  const count = async (register: string) =>
    (await site.admin.get(`/api/${register}?per_page=1`)).meta.pagination.total;
  const before = [await count('vendors'), await count('models'), await count('operatingsystems')];
  for (let n = 0; n < 25; n++)
    await report([], { manufacturer: `Vendor ${n}`, model: `Model ${n}`, osname: `System ${n}` });
  const after = [await count('vendors'), await count('models'), await count('operatingsystems')];
  expect(after.map((total, n) => total - before[n]!)).toEqual([20, 20, 20]);

  await report(programs('By key', MOST + 10, '2.0'));
  const apps = await installed();
  expect(apps.filter(({ appid }) => appid === null)).toHaveLength(10);
  expect(apps.every(({ version }) => version === '2.0')).toBe(true);
});
