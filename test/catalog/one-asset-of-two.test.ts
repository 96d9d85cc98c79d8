import { afterAll, beforeAll, expect, test } from 'bun:test';
import { recordCollision } from '../../src/features/catalog/index.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;

/** Creates two records of one laptop by two reports with the same host name and different serial numbers. */
async function laptops() {
  made++;
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const report = async (serialnumber: string) =>
    (
      await collector.post('/api/collector/computers', {
        hostname: `laptop-${made}`,
        serialnumber: `${serialnumber}-${made}`,
        installedapps: [{ name: 'Shared tool', version: '1' }],
      })
    ).data.assetid as number;
  const [kept, retired] = [await report('ONE'), await report('TWO')];
  const open = (await site.admin.get('/api/assets/collisions?per_page=100')).data as {
    collisionid: number;
    assets: { assetid: number }[];
  }[];
  const { collisionid } = open.find(({ assets }) => assets.some(({ assetid }) => assetid === retired))!;
  return { kept, retired, collisionid };
}

async function attach(assetid: number, name: string): Promise<void> {
  const form = new FormData();
  form.set('file', new File(['%PDF-1.4 manual'], name, { type: 'application/pdf' }));
  expect((await site.admin.upload(`/api/assets/${assetid}/files`, form)).status).toBe(201);
}

const filesOf = async (assetid: number) =>
  ((await site.admin.get(`/api/assets/${assetid}/files`)).data as { originalname: string }[])
    .map(({ originalname }) => originalname)
    .sort();

test('a merged asset has the files, custom values and position of both until the undo', async () => {
  const { kept, retired, collisionid } = await laptops();
  const level = (await site.admin.post('/api/maplevels', { building: 'Works', level: `Floor ${made}` })).data;
  const { assettypeid } = (await site.admin.get(`/api/assets/${kept}`)).data;
  for (const fieldname of ['owner', 'costcentre'])
    await site.admin.post('/api/customfields', {
      fieldname,
      label: fieldname,
      assettypeid,
      fieldtype: 'text',
    });
  await attach(kept, 'kept.pdf');
  await attach(retired, 'first.pdf');
  await attach(retired, 'second.pdf');
  await site.admin.put(`/api/assets/${kept}/customfields`, { values: { owner: 'Ina' } });
  await site.admin.put(`/api/assets/${retired}/customfields`, {
    values: { owner: 'Max', costcentre: '4711' },
  });
  await site.admin.put('/api/mappositions', {
    positions: [{ assetid: retired, mapx: 12, mapy: 34, levelid: level.levelid }],
  });

  const path = `/api/assets/collisions/${collisionid}/decide`;
  const preview = await site.admin.post(path, { same: true, dryrun: true });
  expect(preview.data).toMatchObject({
    same: true,
    dryrun: true,
    assetid: kept,
    moved: { files: 2, customvalues: 1, positions: 1 },
  });
  expect(await filesOf(kept)).toEqual(['kept.pdf']);
  expect((await site.admin.get(`/api/assets/${retired}`)).data.isactive).toBe(true);

  const done = await site.admin.post(path, { same: true });
  expect(done.data).toEqual({ ...preview.data, dryrun: false });
  expect(await filesOf(kept)).toEqual(['first.pdf', 'kept.pdf', 'second.pdf']);
  const values = (await site.admin.get(`/api/assets/${kept}/customfields`)).data as {
    fieldname: string;
    value: unknown;
  }[];
  expect(Object.fromEntries(values.map(({ fieldname, value }) => [fieldname, value]))).toEqual({
    owner: 'Ina',
    costcentre: '4711',
  });
  expect((await site.admin.get(`/api/assets/${kept}`)).data).toMatchObject({
    mapx: 12,
    mapy: 34,
    levelid: level.levelid,
  });
  expect((await site.admin.get(`/api/assets/${retired}`)).data.isactive).toBe(false);
  expect((await site.admin.post(path, { same: true })).status).toBe(409);
  expect((await site.admin.post(path, { same: true, dryrun: true })).status).toBe(409);

  const [row] = (await site.admin.get('/api/auditlogs?action=catalog.collision.decided')).data;
  expect((await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`, {})).status).toBe(200);
  expect([await filesOf(kept), await filesOf(retired)]).toEqual([['kept.pdf'], ['first.pdf', 'second.pdf']]);
  expect((await site.admin.get(`/api/assets/${retired}`)).data).toMatchObject({ isactive: true, mapx: 12 });
});

test('a merged asset names its kept asset in both registers until the decision is undone', async () => {
  const { kept, retired, collisionid } = await laptops();
  const survivorsOf = async (assetid: number) => {
    const asset = (await site.admin.get(`/api/assets/${assetid}`)).data;
    const pcs = (await site.admin.get(`/api/computers?active=false&search=${asset.assetnumber}`)).data;
    const pc = pcs.find((one: { assetid: number }) => one.assetid === assetid);
    return [asset.mergedassetid, pc.mergedassetid];
  };
  expect(await survivorsOf(retired)).toEqual([null, null]);
  await site.admin.post(`/api/assets/collisions/${collisionid}/decide`, { same: true });
  expect([await survivorsOf(retired), await survivorsOf(kept)]).toEqual([
    [kept, kept],
    [null, null],
  ]);
  const [row] = (await site.admin.get('/api/auditlogs?action=catalog.collision.decided')).data;
  expect((await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`, {})).status).toBe(200);
  expect(await survivorsOf(retired)).toEqual([null, null]);
});

test('a merge of gauges moves the calibrations and updates the due date', async () => {
  const gauge = async (assetnumber: string, lastcalibrationdate?: string) =>
    (
      await site.admin.post('/api/measuringtools', {
        assetnumber,
        name: assetnumber,
        calibrationintervaldays: 100,
        lastcalibrationdate,
      })
    ).data as { assetid: number; measuringtoolid: number };
  const [kept, retired] = [await gauge('G-1', '2025-01-01'), await gauge('G-2')];
  const form = new FormData();
  form.set('calibrationdate', '2025-06-01');
  form.set('result', 'pass');
  expect(
    (await site.admin.upload(`/api/measuringtools/${retired.measuringtoolid}/calibrations`, form)).status,
  ).toBe(201);
  const collisionid = site.app.host.db.transact(createSystemContext(), 'catalog.collision.noted', (tx) => {
    recordCollision(tx, kept.assetid, retired.assetid, 'Both are called alike.');
    tx.audit({ entitytype: 'collision', entityid: null });
    return tx.value<number>('SELECT max(collisionid) FROM assetcollisions')!;
  }).value;
  const done = await site.admin.post(`/api/assets/collisions/${collisionid}/decide`, { same: true });
  expect([done.status, done.data.moved.calibrations]).toEqual([200, 1]);
  expect((await site.admin.get(`/api/measuringtools/${kept.measuringtoolid}`)).data).toMatchObject({
    lastcalibrationdate: '2025-06-01',
    calibrationduedate: '2025-09-09',
  });
});
