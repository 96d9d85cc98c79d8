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

const PI_A = {
  hostname: 'raspberrypi',
  serialnumber: 'SER-AAA',
  uuid: '11111111-aaaa-4000-8000-00000000000a',
  macaddresses: ['dc:a6:32:00:00:01'],
};
const PI_B = {
  hostname: 'raspberrypi',
  serialnumber: 'SER-BBB',
  uuid: '11111111-aaaa-4000-8000-00000000000b',
  macaddresses: ['dc:a6:32:00:00:02'],
};

const serials = async () =>
  (await ask.computers()).map((pc) => [pc.hostname, pc.name, pc.serialnumber]).sort();

test('two PCs with one host name get two records and are listed as duplicates', async () => {
  const a = await ask.report(PI_A);
  const b = await ask.report(PI_B);
  for (let day = 0; day < 3; day++)
    for (const pi of [PI_A, PI_B]) await ask.report({ ...pi, osname: `v${day}` });
  expect(a.assetid).not.toBe(b.assetid);
  const [first, second] = [await ask.asset(a.assetid), await ask.asset(b.assetid)];
  expect([first.serialnumber, second.serialnumber]).toEqual(['SER-AAA', 'SER-BBB']);
  expect([first.typedata.hostname, second.typedata.hostname]).toEqual(['raspberrypi', null]);
  expect([second.name, second.assetnumber]).toEqual(['raspberrypi', 'raspberrypi-SER-BBB']);
  expect((await ask.addresses(a.assetid)).map(({ address }) => address)).toEqual(PI_A.macaddresses);
  expect((await ask.history(a.assetid)).filter(({ field }) => field === 'serialnumber')).toEqual([]);
  const [collision, ...others] = await ask.collisions();
  expect(others).toEqual([]);
  expect(collision.reason).toBe(
    'Two computers report the host name raspberrypi, with the serial numbers SER-AAA and SER-BBB.',
  );
  expect(collision.assets).toEqual([
    { assetid: a.assetid, assetnumber: 'raspberrypi', name: 'raspberrypi', serialnumber: 'SER-AAA' },
    { assetid: b.assetid, assetnumber: 'raspberrypi-SER-BBB', name: 'raspberrypi', serialnumber: 'SER-BBB' },
  ]);
  const { data } = await site.admin.get('/api/dashboard/summary');
  expect(data.attention).toContainEqual(expect.objectContaining({ key: 'collisions', count: 1 }));
  expect((await site.anonymous.get('/api/computers/by-hostname/raspberrypi')).data.assetid).toBe(a.assetid);
});

test('the server stores the decision "different" and returns 409 when a pair is decided again', async () => {
  await ask.report(PI_A);
  await ask.report(PI_B);
  const [{ collisionid }] = await ask.collisions();
  expect((await ask.decide(collisionid, false)).data).toMatchObject({ same: false });
  await ask.report({ ...PI_B, osname: 'newer' });
  expect(await ask.collisions()).toEqual([]);
  expect((await ask.decide(collisionid, true)).status).toBe(409);
  expect((await ask.decide(999, true)).status).toBe(404);
  expect(await serials()).toHaveLength(2);
});

test('the decision "same" keeps the older record with the data of both, and reports update it', async () => {
  const { data: kinds } = await site.admin.get('/api/assets/types');
  const { assettypeid } = kinds.find((one: { assettype: string }) => one.assettype === 'Machine');
  const { data: other } = await site.admin.post('/api/assets', { assetnumber: 'M-1', assettypeid });
  const { data: types } = await site.admin.get('/api/assets/relationshiptypes');
  const controls = types.find((one: { relationshiptype: string }) => one.relationshiptype === 'controls');
  const a = await ask.report({ ...PI_A, installedapps: [{ name: 'Both' }] });
  const b = await ask.report({
    ...PI_B,
    ipaddresses: ['10.0.0.9'],
    installedapps: [{ name: 'Both' }, { name: 'Only B' }],
  });
  await site.admin.post('/api/assets/relationships', {
    sourceassetid: b.assetid,
    targetassetid: other.assetid,
    relationshiptypeid: controls.relationshiptypeid,
  });
  const [{ collisionid }] = await ask.collisions();
  const decided = await ask.decide(collisionid, true);
  expect(decided.data).toEqual({
    collisionid,
    same: true,
    dryrun: false,
    assetid: a.assetid,
    moved: { addresses: 2, installedapps: 1, relationships: 1 },
  });
  expect(await ask.asset(a.assetid)).toMatchObject({ assetnumber: 'raspberrypi', serialnumber: 'SER-AAA' });
  expect((await ask.asset(b.assetid)).isactive).toBe(false);
  const { data: ties } = await site.admin.get(`/api/assets/${a.assetid}/relationships`);
  expect(ties[0]).toMatchObject({ sourceassetid: a.assetid, targetassetid: other.assetid });
  expect((await ask.addresses(a.assetid)).map(({ address }) => address).sort()).toEqual([
    '10.0.0.9',
    'dc:a6:32:00:00:01',
    'dc:a6:32:00:00:02',
  ]);
  const { typedata } = await ask.asset(a.assetid);
  const { data: apps } = await site.admin.get(`/api/computers/${typedata.computerid}/apps`);
  expect(apps.map(({ appname }: { appname: string }) => appname)).toEqual(['Both', 'Only B']);
  expect((await ask.report({ ...PI_B, loggedinuser: 'ina' })).assetid).toBe(a.assetid);
  expect((await ask.report({ ...PI_A, loggedinuser: 'bo' })).assetid).toBe(a.assetid);
  expect((await ask.asset(a.assetid)).serialnumber).toBe('SER-AAA');
  expect([(await ask.computers()).filter((pc) => pc.isactive).length, await ask.collisions()]).toEqual([
    1,
    [],
  ]);
});

test('an undo of a decision restores both records', async () => {
  const a = await ask.report({ ...PI_A, installedapps: [{ name: 'X' }] });
  const b = await ask.report({ ...PI_B, installedapps: [{ name: 'Y' }] });
  const [{ collisionid }] = await ask.collisions();
  const decided = await ask.decide(collisionid, true);
  const undone = await site.admin.post(`/api/auditlogs/${decided.headers.get('x-audit-id')}/undo`);
  expect(undone.error).toBeUndefined();
  expect((await ask.asset(b.assetid)).isactive).toBe(true);
  expect((await ask.addresses(b.assetid)).map(({ address }) => address)).toEqual(PI_B.macaddresses);
  expect((await ask.collisions()).map((one) => one.collisionid)).toEqual([collisionid]);
  expect((await ask.report({ ...PI_B, loggedinuser: 'ina' })).assetid).toBe(b.assetid);
  expect(a.assetid).not.toBe(b.assetid);
});

test('the collisions list requires assets.view, and a decision requires more', async () => {
  await ask.report(PI_A);
  await ask.report(PI_B);
  const [{ collisionid }] = await ask.collisions();
  const viewer = await site.userWith('assets.view');
  expect((await site.anonymous.get('/api/assets/collisions')).status).toBe(401);
  expect((await viewer.get('/api/assets/collisions')).meta.pagination.total).toBe(1);
  const decide = `/api/assets/collisions/${collisionid}/decide`;
  expect((await viewer.post(decide, { same: true })).status).toBe(403);
  expect((await site.admin.post(decide, {})).status).toBe(400);
});

test('a PC is found by serial number, then UUID, then MAC address, then host name', async () => {
  const { assetid } = await ask.report(PI_A);
  const same = async (body: object) => expect((await ask.report(body)).assetid).toBe(assetid);
  await same({ hostname: 'renamed', serialnumber: 'ser-aaa', macaddresses: PI_A.macaddresses });
  await same({ hostname: 'renamed', uuid: PI_A.uuid.toUpperCase() });
  await same({ hostname: 'again', macaddresses: ['DC-A6-32-00-00-01'] });
  await same({ hostname: 'AGAIN' });
  await same({
    hostname: 'again',
    serialnumber: 'Default string',
    uuid: '00000000-0000-0000-0000-000000000000',
  });
  expect((await ask.computers()).length).toBe(1);
  expect(await ask.asset(assetid)).toMatchObject({ serialnumber: 'SER-AAA' });
});

test('a record without serial number gets one from a PC with its MAC address or host name', async () => {
  const byMac = await ask.report({ hostname: 'one', macaddresses: ['00:11:22:33:44:01'] });
  const byName = await ask.report({ hostname: 'two' });
  expect(
    (await ask.report({ hostname: 'uno', serialnumber: 'S-1', macaddresses: ['00:11:22:33:44:01'] })).assetid,
  ).toBe(byMac.assetid);
  expect((await ask.report({ hostname: 'two', serialnumber: 'S-2' })).assetid).toBe(byName.assetid);
  expect(await serials()).toEqual([
    ['two', 'two', 'S-2'],
    ['uno', 'uno', 'S-1'],
  ]);
});

test('virtual adapters and a shared dock do not identify a PC', async () => {
  const virtual = '00:50:56:c0:00:08';
  const dock = '00:e0:4c:68:01:db';
  const a = await ask.report({ hostname: 'a', macaddresses: [virtual, '00:11:22:33:44:0a', dock] });
  const b = await ask.report({ hostname: 'b', macaddresses: [virtual, '00:11:22:33:44:0b'] });
  expect(a.assetid).not.toBe(b.assetid);
  await ask.report({ hostname: 'c', serialnumber: 'S-C', macaddresses: ['00:11:22:33:44:0c'] });
  const moved = await ask.report({ hostname: 'd', serialnumber: 'S-D', macaddresses: ['00:11:22:33:44:0c'] });
  expect(await ask.asset(moved.assetid)).toMatchObject({ serialnumber: 'S-D' });
  expect((await ask.computers()).length).toBe(4);
});

test('a released host name goes to the PC that reports it', async () => {
  const a = await ask.report(PI_A);
  const b = await ask.report(PI_B);
  await ask.report({ ...PI_A, hostname: 'line-1' });
  await ask.report(PI_B);
  expect((await ask.asset(a.assetid)).typedata.hostname).toBe('line-1');
  expect((await ask.asset(b.assetid)).typedata.hostname).toBe('raspberrypi');
});

test('a new PC gets the host name of a retired one', async () => {
  const old = await ask.report(PI_A);
  await site.admin.delete(`/api/assets/${old.assetid}`);
  const fresh = await ask.report(PI_B);
  expect((await ask.asset(fresh.assetid)).typedata.hostname).toBe('raspberrypi');
  expect(await ask.asset(old.assetid)).toMatchObject({ isactive: false, serialnumber: 'SER-AAA' });
  expect(await ask.collisions()).toEqual([]);
});

test('two PCs with one UUID and different serial numbers get two records', async () => {
  const a = await ask.report(PI_A);
  const b = await ask.report({ ...PI_B, hostname: 'other', uuid: PI_A.uuid });
  expect(a.assetid).not.toBe(b.assetid);
  expect((await ask.collisions())[0].reason).toContain('one UUID');
});

test('a corrected serial number stays when the agent repeats its report', async () => {
  const { assetid } = await ask.report(PI_A);
  await site.admin.put(`/api/assets/${assetid}`, { serialnumber: 'SER-CORRECT' });
  expect((await ask.report({ ...PI_A, loggedinuser: 'ina' })).assetid).toBe(assetid);
  expect(await serials()).toEqual([['raspberrypi', 'raspberrypi', 'SER-CORRECT']]);
});

test('a report finds an entered PC by its serial number or by its name', async () => {
  const { data: types } = await site.admin.get('/api/assets/types');
  const { assettypeid } = types.find((one: { assettype: string }) => one.assettype === 'Computer');
  const bySerial = await site.admin.post('/api/assets', {
    assetnumber: 'INV-009',
    assettypeid,
    serialnumber: 'S9XYZ',
  });
  const byName = await site.admin.post('/api/assets', { assetnumber: 'INV-010', assettypeid, name: 'PC-10' });
  expect((await site.anonymous.get(`/api/computers/by-asset/${bySerial.data.assetid}`)).status).toBe(200);
  expect((await ask.report({ hostname: 'PC-S9', serialnumber: 'S9XYZ' })).assetid).toBe(
    bySerial.data.assetid,
  );
  expect((await ask.report({ hostname: 'pc-10', serialnumber: 'S10' })).assetid).toBe(byName.data.assetid);
  expect((await ask.computers()).map((pc) => pc.hostname)).toEqual(['pc-10', 'PC-S9']);
});

test('reports, routes and imports treat names as equal when they look alike', async () => {
  const { assetid } = await ask.report({ hostname: 'CELL-7' });
  for (const hostname of [
    'CELL\u200b-7',
    '\u202eCELL-7\u202c',
    'ＣＥＬＬ－７',
    'cell-7\u200d',
    '\ufeffCELL-7',
  ])
    expect([hostname, (await ask.report({ hostname })).assetid]).toEqual([hostname, assetid]);
  expect((await ask.inventory({ hardware: { name: 'ＣＥＬＬ－７' } })).assetid).toBe(assetid);
  const twin = await site.admin.post('/api/computers', { assetnumber: 'X', hostname: 'ＣＥＬＬ\u200b－７' });
  expect([twin.status, twin.error.details.field]).toEqual([409, 'hostname']);
  const number = await site.admin.post('/api/computers', { assetnumber: 'CELL\u200b-7' });
  expect([number.status, number.error.details.field]).toEqual([409, 'assetnumber']);
  const form = new FormData();
  form.set('file', new File(['assetnumber,hostname\nX-1,CELL\u2060-7\n'], 'a.csv'));
  form.set('target', 'computers');
  const { data: trial } = await site.admin.upload('/api/imports', form);
  expect(trial.rows.map((row: { outcome: string }) => row.outcome)).not.toContain('add');
});

test('a UUID and a MAC address that 40 PCs share identify none of them', async () => {
  const uuid = '03000200-0400-0500-0006-000700080009';
  const pc = (n: number) => ({
    hostname: `cheap-${n}`,
    serialnumber: `CHEAP-${n}`,
    uuid,
    macaddresses: ['dc:a6:32:ff:ff:01'],
  });
  await ask.report({ records: Array.from({ length: 40 }, (_, n) => pc(n)) });
  expect(await ask.computers()).toHaveLength(40);
  const { pagination } = (await site.admin.get('/api/assets/collisions')).meta;
  expect(pagination.total).toBeLessThanOrEqual((21 * 20) / 2);
  await ask.report(pc(41));
  expect((await site.admin.get('/api/assets/collisions')).meta.pagination.total).toBe(pagination.total);
  const again = await ask.report({ uuid, hostname: 'cheap-7', macaddresses: ['dc:a6:32:ff:ff:01'] });
  expect([again.created, (await ask.asset(again.assetid)).serialnumber]).toEqual([0, 'CHEAP-7']);
  expect(await ask.computers()).toHaveLength(41);
});

test('a merged record becomes active again when the PC of a retired record reports', async () => {
  const older = await ask.report(PI_A);
  await ask.report(PI_B);
  const [{ collisionid }] = await ask.collisions();
  const { typedata } = await ask.asset(older.assetid);
  await site.admin.delete(`/api/computers/${typedata.computerid}`);
  await ask.decide(collisionid, true);
  const again = await ask.report({ ...PI_B, osname: 'newer' });
  expect([again.assetid, (await ask.asset(again.assetid)).isactive]).toEqual([older.assetid, true]);
});
