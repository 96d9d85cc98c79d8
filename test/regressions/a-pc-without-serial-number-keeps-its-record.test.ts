import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

const MAC = '00:1b:21:aa:bb:01';
const ROUNDS = 5;

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeEach(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterEach(() => site.stop());

const STRONG = {
  'serial number and UUID': { serialnumber: 'S1', uuid: '4c4c4544-0031-4410-8031-b1c04f000001' },
  'a UUID': { uuid: '4c4c4544-0031-4410-8031-b1c04f000001' },
  'a serial number': { serialnumber: 'S1' },
};

const CASES = Object.entries(STRONG).flatMap(([title, strong]) =>
  (['first', 'last'] as const).map((place) => ({ title, strong, place })),
);

test.each(CASES)(
  'a PC with $title that reports $place and a PC without share an adapter and have two records',
  async ({ strong, place }) => {
    const order = [{ hostname: 'lap', ...strong }, { hostname: 'thin' }];
    if (place === 'last') order.reverse();
    let last: { unchanged: number; assetid: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      last = [];
      for (const report of order) {
        const body = { ...report, macaddresses: [MAC] };
        last.push((await ask.collector.post('/api/collector/computers', body)).data);
      }
    }
    expect(last.map(({ unchanged }) => unchanged)).toEqual([1, 1]);
    const ids = last.map(({ assetid }) => assetid);
    expect(new Set(ids).size).toBe(2);
    for (const [n, { hostname }] of order.entries())
      expect((await site.admin.get(`/api/computers/by-hostname/${hostname}`)).data.assetid).toBe(ids[n]);
    const { data: pairs } = await site.admin.get('/api/assets/collisions');
    expect(pairs.map((pair: { assets: { assetid: number }[] }) => pair.assets.map(toId).sort())).toEqual([
      [...ids].sort(),
    ]);
  },
);

const toId = ({ assetid }: { assetid: number }): number => assetid;

test('a PC keeps its record under a new host name when a report lacks the serial number', async () => {
  const strong = { ...STRONG['a serial number'], macaddresses: [MAC] };
  const { data: made } = await ask.collector.post('/api/collector/computers', { hostname: 'old', ...strong });
  const renamed = await ask.collector.post('/api/collector/computers', {
    hostname: 'new',
    macaddresses: [MAC],
  });
  expect([renamed.data.updated, renamed.data.assetid]).toEqual([1, made.assetid]);
  const again = await ask.collector.post('/api/collector/computers', {
    hostname: 'new',
    macaddresses: [MAC],
  });
  expect([again.data.unchanged, again.data.assetid]).toEqual([1, made.assetid]);
});
