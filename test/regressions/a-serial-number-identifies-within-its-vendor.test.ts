import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

const COLLECTORS = ['measuringtools', 'machines', 'network'];

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

const vendor = async (name: string): Promise<number> =>
  (await site.admin.post('/api/vendors', { vendor: name })).data.vendorid;
const report = (kind: string, record: object) => collector.post(`/api/collector/${kind}`, record);
const create = async (kind: string, record: object): Promise<number> => {
  const { status, data } = await report(kind, record);
  expect([record, status, data?.created]).toEqual([record, 200, 1]);
  return data.assetid;
};
const outcome = async (kind: string, record: object) => {
  const { status, data, error } = await report(kind, record);
  return status === 200 ? data.assetid : [status, error.code, error.details.records];
};

test.each(COLLECTORS)(
  '%s: the collector creates two records for one serial number of two vendors',
  async (kind) => {
    const [a, b] = [await vendor(`${kind} A`), await vendor(`${kind} B`)];
    const serialnumber = `${kind}-10234`;
    const ofA = await create(kind, { serialnumber, vendorid: a, name: 'Of A' });
    const ofB = await create(kind, { serialnumber, vendorid: b, name: 'Of B' });
    expect(await outcome(kind, { serialnumber, vendorid: a })).toBe(ofA);
    expect(await outcome(kind, { serialnumber, vendorid: b })).toBe(ofB);
    expect(await outcome(kind, { serialnumber, name: 'Without vendor' })).toEqual([
      409,
      'CONFLICT',
      [ofA, ofB],
    ]);
    const names = async (assetid: number) => (await site.admin.get(`/api/assets/${assetid}`)).data.name;
    expect([await names(ofA), await names(ofB)]).toEqual(['Of A', 'Of B']);
    const listed = (await site.admin.get('/api/assets/collisions?per_page=100')).data as {
      assets: { assetid: number }[];
    }[];
    expect(listed.filter(({ assets }) => assets.some(({ assetid }) => assetid === ofB))).toEqual([]);
  },
);

test.each(COLLECTORS)(
  '%s: the collector finds the record without vendor by its serial number',
  async (kind) => {
    const serialnumber = `${kind}-plain`;
    const plain = await create(kind, { serialnumber, name: 'Plain' });
    expect(await outcome(kind, { serialnumber })).toBe(plain);
    const ofVendor = await vendor(`${kind} C`);
    expect(await outcome(kind, { serialnumber, vendorid: ofVendor })).toBe(plain);
    expect(await outcome(kind, { serialnumber })).toEqual([409, 'CONFLICT', [plain]]);
    const { assetnumber } = (await site.admin.get(`/api/assets/${plain}`)).data;
    expect(await outcome(kind, { assetnumber, serialnumber })).toBe(plain);
  },
);

test.each(COLLECTORS)(
  '%s: the collector returns 409 and writes nothing when identifiers match two records',
  async (kind) => {
    const vendorid = await vendor(`${kind} D`);
    const numbered = await create(kind, { assetnumber: `${kind}-N1`, vendorid });
    const serialnumber = `${kind}-two`;
    const ofSerial = await create(kind, { serialnumber, vendorid });
    const record = { assetnumber: `${kind}-N1`, serialnumber, vendorid, name: 'Written' };
    expect(await outcome(kind, record)).toEqual([409, 'CONFLICT', [numbered, ofSerial]]);
    expect((await site.admin.get(`/api/assets/${numbered}`)).data).toMatchObject({
      name: null,
      serialnumber: null,
    });
  },
);

test.each(COLLECTORS)(
  '%s: the collector returns 409 when several records of one vendor have the serial number',
  async (kind) => {
    const vendorid = await vendor(`${kind} E`);
    const serialnumber = `${kind}-several`;
    const ids = [];
    for (const n of [1, 2])
      ids.push(await create(kind, { assetnumber: `${kind}-S${n}`, serialnumber, vendorid }));
    expect(await outcome(kind, { serialnumber, vendorid })).toEqual([409, 'CONFLICT', ids]);
  },
);

test('the collector distinguishes gauges with one serial number by their tags', async () => {
  const kind = 'measuringtools';
  const vendorid = await vendor('Tags');
  const gauge = { serialnumber: 'TAG-1', vendorid };
  const first = await create(kind, { ...gauge, gagelabtag: 'G-1', lastcalibrationdate: '2025-01-15' });
  const second = await create(kind, { ...gauge, gagelabtag: 'G-2', lastcalibrationdate: '2026-01-15' });
  expect(await outcome(kind, { serialnumber: 'TAG-1', gagelabtag: 'G-1' })).toBe(first);
  expect(await outcome(kind, { serialnumber: 'TAG-1', gagelabtag: 'G-2' })).toBe(second);
  const tool = (await site.admin.get(`/api/measuringtools/by-asset/${first}`)).data;
  expect(tool).toMatchObject({ lastcalibrationdate: '2025-01-15', gagelabtag: 'G-1' });
});

test.each(COLLECTORS)('%s: the collector does not accept a placeholder as serial number', async (kind) => {
  for (const serialnumber of ['n/a', 'unknown', '0', 'To be filled by O.E.M.']) {
    const { status, error } = await report(kind, { serialnumber, name: 'Nameless' });
    expect([serialnumber, status, error.details.issues[0].path]).toEqual([serialnumber, 400, 'assetnumber']);
  }
  const ids = [];
  for (const n of [1, 2])
    ids.push(await create(kind, { assetnumber: `${kind}-PH${n}`, serialnumber: 'unknown' }));
  expect(new Set(ids).size).toBe(2);
});

test.each(COLLECTORS)(
  '%s: the collector finds a merged record by its previous asset number',
  async (kind) => {
    const vendorid = await vendor(`${kind} F`);
    const gauge = (n: number) => ({ assetnumber: `${kind}-M${n}`, serialnumber: `${kind}-merged`, vendorid });
    const first = await create(kind, gauge(1));
    const retired = await create(kind, gauge(2));
    const { data } = await site.admin.get('/api/assets/collisions?per_page=100');
    const pair = (data as { collisionid: number; assets: { assetid: number }[] }[]).find(({ assets }) =>
      assets.some(({ assetid }) => assetid === retired),
    );
    await site.admin.post(`/api/assets/collisions/${pair!.collisionid}/decide`, { same: true });
    for (const n of [1, 2, 1]) expect(await outcome(kind, gauge(n))).toBe(first);
    expect(await outcome(kind, { serialnumber: `${kind}-merged`, vendorid })).toBe(first);
  },
);

test.each(COLLECTORS)(
  '%s: the collector returns 409 when both identifiers match and the vendor differs',
  async (kind) => {
    const [a, b] = [await vendor(`${kind} G`), await vendor(`${kind} H`)];
    const record = { assetnumber: `${kind}-V1`, serialnumber: `${kind}-V1-serial` };
    const assetid = await create(kind, { ...record, vendorid: a });
    expect(await outcome(kind, { ...record, vendorid: b, name: 'Written' })).toEqual([
      409,
      'CONFLICT',
      [assetid],
    ]);
    expect((await site.admin.get(`/api/assets/${assetid}`)).data).toMatchObject({ name: null, vendorid: a });
  },
);
