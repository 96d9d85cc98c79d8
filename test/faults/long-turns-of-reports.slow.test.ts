import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { measureTurns } from '../support/measure-turns.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';
import { expectTurns } from './expect-turns.ts';
import { buildHostileBodies } from './hostile-bodies.ts';

setDefaultTimeout(120_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const collector = () => site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
const hostile = (name: string) =>
  JSON.parse(
    String(
      buildHostileBodies('')
        .find((body) => body.name === name)!
        .body(),
    ),
  );

test('a report of a switch with 4,000 addresses yields to other requests', async () => {
  const report = hostile('a switch of 4,000 addresses');
  const first = await measureTurns(site, () => collector().post('/api/collector/glpi', report));
  expect(first.result.status).toBe(200);
  expectTurns(first, 20_000);
  const [device] = (await site.admin.get('/api/assets?search=sw-1')).data;
  const addresses = (await site.admin.get(`/api/assets/${device.assetid}/communications`)).data;
  expect(addresses).toHaveLength(7744);
  expect((await site.admin.get(`/api/search?q=${addresses.at(-1).address}`)).data[0].title).toBe('sw-1');

  const again = await measureTurns(site, () => collector().post('/api/collector/glpi', report));
  expect(again.result.data).toMatchObject({ created: 0, unchanged: 1 });
  expectTurns(again, 5);
  expect((await site.admin.get(`/api/assets/${device.assetid}/communications`)).data).toEqual(addresses);
});

test('a report of 30,000 applications yields to other requests', async () => {
  const installedapps = Array.from({ length: 30_000 }, (_, n) => ({ name: `p-${n}`, version: '1' }));
  const report = { hostname: 'many-programs', installedapps };
  const seen = await measureTurns(site, () => collector().post('/api/collector/computers', report));
  expect(seen.result.status).toBe(200);
  expectTurns(seen, 120_000);
});
