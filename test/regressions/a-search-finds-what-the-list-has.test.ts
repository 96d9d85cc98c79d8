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

test('computers among many assets with the same word are counted alone', async () => {
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

test('a word that ends in a sigma is found as it is counted', async () => {
  const answer = await site.admin.get(`/api/assets?search=${encodeURIComponent('ΣΑΣ')}`);
  expect([answer.data.length, answer.meta.pagination.total]).toEqual([25, MANY]);
});

test('many texts that are asked for at once are all counted', async () => {
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

test('a NUL is in no text', async () => {
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

test('an application that is hidden is found by the list that shows it', async () => {
  await site.admin.post('/api/applications', { appname: 'HiddenTool', ishidden: true });
  expect(await total('/api/applications?search=hiddentool')).toBe(1);
  expect(await total('/api/applications?search=hiddentool&ishidden=true')).toBe(1);
});

test('half a character is refused, and a login is no API key', async () => {
  const half = await site.admin.post('/api/assets', { assetnumber: 'H-1', assettypeid: 2, name: 'a\ud800b' });
  expect(half.status).toBe(400);
  const token = site.admin.headers.authorization!.replace('Bearer ', '');
  expect((await site.anonymous.with({ 'x-api-key': token }).get('/api/users')).status).toBe(401);
});
