import { afterEach, beforeEach, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from './support/site.ts';

const DAY = 24 * 3_600_000;
let site: Site;
/** A client with an API token, which does not expire when the clock advances. */
let admin: Site['admin'];
beforeEach(async () => {
  site = await startSite();
  const { secret } = (await site.admin.post('/api/apitokens', { name: 'all' })).data;
  admin = site.anonymous.with({ authorization: `Bearer ${secret}` });
});
afterEach(() => site.stop());

type AttentionEntry = { key: string; count: number; href: string };
const findAttention = async (key: string): Promise<AttentionEntry | undefined> =>
  (await admin.get('/api/dashboard/summary')).data.attention.find((one: AttentionEntry) => one.key === key);
const set = (key: string, value: string) => admin.put(`/api/settings/${key}`, { value });
const readNumbers = async (href: string) =>
  (await admin.get(`/api${href}`)).data.map((row: { assetnumber: string }) => row.assetnumber);

test('each count links to the list of the assets that it counts', async () => {
  const { locationid } = (await site.admin.post('/api/locations', { location: 'Here' })).data;
  await site.admin.post('/api/assets', {
    assetnumber: 'W-1',
    assettypeid: 2,
    serialnumber: 'TWIN',
    locationid,
  });
  await site.admin.post('/api/assets', { assetnumber: 'W-2', assettypeid: 2, serialnumber: 'twin' });
  await site.admin.post('/api/assets', {
    assetnumber: 'W-3',
    assettypeid: 2,
    serialnumber: 'ONE',
    locationid,
  });
  const { statusid } = (
    await site.admin.post('/api/assets/statuses', { status: 'Scrapped', isretired: true })
  ).data;
  await site.admin.post('/api/assets', { assetnumber: 'W-4', assettypeid: 2, statusid });
  const noplace = '/assets?noplace=true&inuse=true';
  expect(await findAttention('noplace')).toMatchObject({ count: 1, href: noplace });
  expect(await readNumbers(noplace)).toEqual(['W-2']);
  expect(await findAttention('sameserial')).toMatchObject({ count: 2 });
  expect(await readNumbers('/assets?sameserial=true')).toEqual(['W-1', 'W-2']);
});

test('a setting switches a rule off and on', async () => {
  await admin.post('/api/assets', { assetnumber: 'NOWHERE', assettypeid: 2 });
  expect(await findAttention('noplace')).toBeDefined();
  expect((await set('attention_noplace', 'false')).status).toBe(200);
  expect(await findAttention('noplace')).toBeUndefined();
  await set('attention_noplace', 'true');
  expect(await findAttention('noplace')).toBeDefined();
});

test('the number of a rule is set by its setting and appears in its link', async () => {
  const reporter = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  await reporter.post('/api/collector/computers', { hostname: 'quiet', serialnumber: 'Q-1' });
  expect(await findAttention('silentcomputers')).toBeUndefined();
  site.clock.advance(11 * DAY);
  expect(await findAttention('silentcomputers')).toBeUndefined();
  expect((await set('attention_silentcomputers_by', '10')).status).toBe(200);
  const rule = (await findAttention('silentcomputers'))!;
  expect(rule.count).toBe(1);
  expect(rule.href).toMatch(/^\/computers\?silentsince=\d{4}-\d\d-\d\d&inuse=true$/);
  expect(await readNumbers(rule.href)).toHaveLength(1);
  expect((await set('attention_silentcomputers_by', '0')).status).toBe(400);
});

test('computers with a system out of support are counted and listed', async () => {
  const system = { osname: 'Windows 7', osversion: '6.1', endofsupport: '2020-01-14' };
  const { osid } = (await admin.post('/api/operatingsystems', system)).data;
  await admin.post('/api/computers', { assetnumber: 'OLD-1', hostname: 'old-1', osid });
  expect(await findAttention('outofsupport')).toMatchObject({
    count: 1,
    href: '/computers?unsupported=true&inuse=true',
  });
  expect(await readNumbers('/computers?unsupported=true')).toEqual(['OLD-1']);
});

test('the missing mail server is reported until one is set', async () => {
  expect(await findAttention('mail')).toMatchObject({ count: 1 });
  await set('smtp_host', 'mail.plant.example');
  expect(await findAttention('mail')).toBeUndefined();
});

test('a stocktake in progress is counted until it ends', async () => {
  const { locationid } = (await admin.post('/api/locations', { location: 'Counted hall' })).data;
  expect(await findAttention('stocktake.running')).toBeUndefined();
  const started = await admin.post('/api/stocktakes', { locationid });
  expect(started.status).toBe(201);
  expect(await findAttention('stocktake.running')).toMatchObject({
    count: 1,
    topic: 'running',
    href: '/stocktakes?state=open',
  });
});

test('hints about the setup have a topic of their own', async () => {
  expect(await findAttention('mail')).toMatchObject({ topic: 'setup' });
});

test('the setup counts as unfinished until the wizard is complete or the plant has a name', async () => {
  expect(await findAttention('setup')).toMatchObject({ count: 1, href: '/setup' });
  await set('site_name', 'Rotterdam');
  expect(await findAttention('setup')).toBeUndefined();
  await set('site_name', '');
  expect(await findAttention('setup')).toMatchObject({ count: 1 });
  await admin.post('/api/setup/complete', {});
  expect(await findAttention('setup')).toBeUndefined();
});
