import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../../src/kit/actor.ts';
import { type StocktakeHall, scanOf, startHall } from './hall.ts';

const MANY = 5000;

let hall: StocktakeHall;
beforeAll(async () => {
  hall = await startHall();
  hall.site.app.host.db.transact(
    { actor: SYSTEM, requestid: null, ipaddress: null },
    'test.asset.made',
    (tx) => {
      for (let n = 0; n < MANY; n++)
        tx.insert('assets', { assetnumber: `L-${n}`, assettypeid: hall.typeid, locationid: hall.cell });
      tx.audit({ entitytype: 'test', entityid: null });
    },
  );
});
afterAll(() => hall.stop());

test('a stocktake of 5,000 assets accepts batches, finishes with half of them missing and is undone', async () => {
  const { admin } = hall.site;
  const stocktakeid = await hall.start();
  expect(await hall.counts(stocktakeid)).toMatchObject({ expected: MANY, missing: MANY });
  for (let from = 0; from < MANY / 2; from += 500) {
    const scans = Array.from({ length: 500 }, (_, n) => scanOf(`L-${from + n}`));
    const { data } = await admin.post(`/api/stocktakes/${stocktakeid}/scans`, { scans });
    expect(new Set(data.map((one: { outcome: string }) => one.outcome))).toEqual(new Set(['found']));
  }
  const { data: lost } = await admin.post('/api/assets/statuses', { status: 'Lost' });
  const done = await admin.post(`/api/stocktakes/${stocktakeid}/finish`, {
    missingstatusid: lost.statusid,
  });
  expect(done.data).toMatchObject({ found: 2500, missing: 2500, verified: 2500, missingset: 2500 });
  const withStatus = async () =>
    (await admin.get(`/api/assets?statusid=${lost.statusid}&per_page=1`)).meta.pagination.total;
  expect(await withStatus()).toBe(2500);
  const undone = await admin.post(`/api/auditlogs/${done.headers.get('x-audit-id')}/undo`);
  expect(undone.error).toBeUndefined();
  expect(await withStatus()).toBe(0);
  expect(await hall.counts(stocktakeid)).toMatchObject({ found: 2500, missing: 2500 });
});
