import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import { type Site, startSite } from '../support/site.ts';

const MANY = 4300;

let site: Site;
beforeAll(async () => {
  site = await startSite();
  site.app.host.db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.assets.made', (tx) => {
    const computer = tx.value<number>("SELECT assettypeid FROM assettypes WHERE assettype = 'Computer'")!;
    const machine = tx.value<number>("SELECT assettypeid FROM assettypes WHERE assettype = 'Machine'")!;
    for (let n = 0; n < MANY; n++)
      tx.insert('assets', {
        assetnumber: `S-${n}`,
        name: `Press ΣΑΣ ${n}`,
        assettypeid: n % 3 ? machine : computer,
        statusid: 1,
      });
    tx.audit({ entitytype: 'asset', entityid: null });
  });
});
afterAll(() => site.stop());

const total = async (path: string) => (await site.admin.get(path)).meta.pagination.total as number;

test('the computers list counts the same matches as the assets list filtered by type', async () => {
  const computers = Math.ceil(MANY / 3);
  for (const search of ['press', 'p', 'pr', 's 1'])
    for (const active of ['true', 'false']) {
      const found = await total(`/api/computers?active=${active}&search=${encodeURIComponent(search)}`);
      const among = await total(
        `/api/assets?type=Computer&active=${active}&search=${encodeURIComponent(search)}`,
      );
      expect([search, found]).toEqual([search, among]);
      if (search !== 's 1') expect(found).toBe(computers);
    }
});

test('the search finds and counts a word that ends in a sigma', async () => {
  const answer = await site.admin.get(`/api/assets?search=${encodeURIComponent('ΣΑΣ')}`);
  expect([answer.data.length, answer.meta.pagination.total]).toEqual([25, MANY]);
});

test('the server returns correct totals for 100 concurrent searches', async () => {
  const texts = Array.from({ length: 100 }, (_, n) => `s-${n}`.slice(0, 2 + (n % 3)));
  const totals = await Promise.all(
    texts.map((text) => total(`/api/assets?search=${encodeURIComponent(text)}`)),
  );
  const again = await Promise.all(
    texts.map((text) => total(`/api/assets?search=${encodeURIComponent(text)}`)),
  );
  expect(totals).toEqual(again);
  expect(Math.max(...totals)).toBe(MANY);
});

test('a search for a text with NUL returns no results', async () => {
  for (const path of [
    '/api/assets?search=',
    '/api/map/unplaced?search=',
    '/api/search?q=',
    '/api/auditlogs?search=',
  ]) {
    const answer = await site.admin.get(`${path}abc%00d`);
    expect([path, answer.status, answer.data]).toEqual([path, 200, []]);
  }
  expect((await site.admin.get('/api/map/markers?search=a%00bc')).status).toBe(200);
  expect((await site.admin.get('/api/search/suggest?q=abc%00d')).status).toBe(200);
});

test('the applications list finds a hidden application', async () => {
  await site.admin.post('/api/applications', { appname: 'HiddenTool', ishidden: true });
  expect(await total('/api/applications?search=hiddentool')).toBe(1);
  expect(await total('/api/applications?search=hiddentool&ishidden=true')).toBe(1);
});

test('the server refuses half a character, and a session token as API key', async () => {
  const half = await site.admin.post('/api/assets', { assetnumber: 'H-1', assettypeid: 2, name: 'a\ud800b' });
  expect(half.status).toBe(400);
  const token = site.admin.headers.authorization!.replace('Bearer ', '');
  expect((await site.anonymous.with({ 'x-api-key': token }).get('/api/users')).status).toBe(401);
});
