import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeEach(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterEach(() => site.stop());

const send = (kind: string, body: object) => ask.collector.post(`/api/collector/${kind}`, body);

test.each(['measuringtools', 'machines', 'network'])(
  'the collector of %s stores two records of one serial number when the vendors differ',
  async (kind) => {
    const ids: number[] = [];
    for (const vendor of ['Maker A', 'Maker B']) {
      expect((await site.admin.post('/api/vendors', { vendor })).status).toBe(201);
      ids.push(
        (await send(kind, { serialnumber: '10234', name: `Gauge of ${vendor}`, vendor })).data.assetid,
      );
    }
    expect(new Set(ids).size).toBe(2);
  },
);

test('the collector returns 409 when a report has the number of one gauge and the tag of another', async () => {
  const one = await send('measuringtools', { assetnumber: 'C1', serialnumber: '10', gagelabtag: 'T1' });
  const two = await send('measuringtools', { assetnumber: 'C2', serialnumber: '20', gagelabtag: 'T2' });
  const mixed = await send('measuringtools', { assetnumber: 'C1', gagelabtag: 'T2' });
  expect([mixed.status, mixed.error?.details?.records]).toEqual([409, [one.data.assetid, two.data.assetid]]);
});
