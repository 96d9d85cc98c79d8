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

/** Pairs that are the same identifier after Unicode case folding and NFC. */
const SPELLINGS = [
  ['Ä-1', 'ä-1'],
  ['ä-1', 'Ä-1'],
  ['Spieß-1', 'SPIESS-1'],
  ['SPIESS-1', 'Spieß-1'],
  ['ΣΟΦΟΣ', 'σοφος'],
  ['Ångström'.normalize('NFD'), 'ÅNGSTRÖM'],
  ['ser-1', 'SER-1'],
] as const;
const KINDS = ['machines', 'network', 'measuringtools', 'computers'] as const;

test.each(KINDS)('the collector of %s finds a serial number in any letter case', async (kind) => {
  for (const [n, [one, other]] of SPELLINGS.entries()) {
    const send = (serialnumber: string) =>
      ask.collector.post(`/api/collector/${kind}`, {
        serialnumber,
        ...(kind === 'computers' ? { hostname: `pc-${n}` } : { name: 'x' }),
      });
    const first = await send(one);
    const again = await send(other);
    expect([other, again.data.assetid]).toEqual([other, first.data.assetid]);
    expect([other, again.data.created]).toEqual([other, 0]);
  }
});

test('a computer is found by its serial number in any letter case when its host name changed', async () => {
  const pc = { serialnumber: 'Prüfstand-7', uuid: '7d1f0c52-0b1e-4f6a-9a51-0c0000000907' };
  const { assetid } = await ask.report({ hostname: 'pc-1', ...pc });
  const again = { ...pc, serialnumber: 'PRÜFSTAND-7' };
  expect((await ask.report({ hostname: 'pc-2', ...again })).assetid).toBe(assetid);
  expect(await ask.collisions()).toEqual([]);
});

test.each([
  ['Prüf-3.süd.example', 'PRÜF-3.SÜD.EXAMPLE'],
  ['Straße-2', 'STRASSE-2'],
  ['Straße-2.werk.example', 'STRASSE-2.WERK.EXAMPLE'],
])('a computer called %s is found as %s', async (one, other) => {
  const first = await ask.report({ hostname: one });
  expect((await ask.report({ hostname: other })).assetid).toBe(first.assetid);
  for (const name of [one, other]) {
    const { status } = await site.admin.get(`/api/computers/by-hostname/${encodeURIComponent(name)}`);
    expect([name, status]).toEqual([name, 200]);
  }
});

test('the lookup distinguishes whole host names in any letter case and returns 409 for short ones', async () => {
  const one = await ask.report({ hostname: 'prüf-4.a.example', serialnumber: 'Q1' });
  const other = await ask.report({ hostname: 'prüf-4.b.example', serialnumber: 'Q2' });
  const find = (name: string) => site.admin.get(`/api/computers/by-hostname/${encodeURIComponent(name)}`);
  expect((await find('PRÜF-4.A.EXAMPLE')).data.assetid).toBe(one.assetid);
  expect((await find('PRÜF-4.B.EXAMPLE')).data.assetid).toBe(other.assetid);
  for (const name of ['prüf-4', 'PRÜF-4']) expect((await find(name)).status).toBe(409);
});

test('a report finds a computer by its entered name in any letter case', async () => {
  const made = await site.admin.post('/api/computers', { assetnumber: 'X-1', name: 'Prüfstand' });
  expect((await ask.report({ hostname: 'PRÜFSTAND' })).assetid).toBe(made.data.assetid);
});

test('a MAC address stays an identity when the host name varies in letter case', async () => {
  const macaddresses = ['3c:52:82:00:07:01'];
  const names = ['prüf-a', 'PRÜF-A', 'Prüf-A', 'prÜf-a'];
  const ids = [];
  for (const hostname of names) ids.push((await ask.report({ hostname, macaddresses })).assetid);
  ids.push((await ask.report({ hostname: 'prüf-b', macaddresses })).assetid);
  expect(new Set(ids).size).toBe(1);
});

/** Sends an inventory of a switch and returns its asset. */
async function sendSwitch(device: object): Promise<number> {
  const { text } = await ask.collector.post('/api/collector/glpi', {
    action: 'netinventory',
    deviceid: 'scan',
    itemtype: 'NetworkEquipment',
    content: { versionclient: 'x', network_device: { type: 'Networking', ...device } },
  });
  return JSON.parse(text).data.assetid;
}

test.each([
  ['Verteiler-Süd', 'VERTEILER-SÜD', {}],
  ['Verteiler-Süd.werk.example', 'VERTEILER-SÜD', {}],
  ['VERTEILER-SÜD', 'verteiler-süd.werk.example', {}],
  ['Große-Halle', 'GROSSE-HALLE', { mac: '3c:52:82:00:07:02' }],
])('a switch called %s is found as %s with %j', async (one, other, more) => {
  const facts = { model: 'M', manufacturer: 'X', ...more };
  const first = await sendSwitch({ name: one, ...facts });
  expect(await sendSwitch({ name: other, ...facts })).toBe(first);
});

test.each([
  ['Ä-1', 'ä-1'],
  ['SPIESS-1', 'spieß-1'],
])('a switch with the serial number %s is found by %s', async (one, other) => {
  const first = await sendSwitch({ name: 'a', serial: one });
  expect(await sendSwitch({ name: 'a', serial: other })).toBe(first);
});

test('the lookup finds a printer by its host name in any letter case', async () => {
  const made = await site.admin.post('/api/printers', {
    assetnumber: 'PRN-1',
    hostname: 'prn-ü',
    windowsname: 'Büro EG',
  });
  for (const name of ['prn-ü', 'PRN-Ü', 'PRN-Ü.werk.example']) {
    const { status, data } = await site.admin.get(`/api/printers/lookup?fqdn=${encodeURIComponent(name)}`);
    expect([name, status, data?.printerid]).toEqual([name, 200, made.data.printerid]);
  }
  await ask.report({ hostname: 'pc-1' });
  const queues = [
    { name: 'one', portname: 'PRN-Ü', drivername: 'x' },
    { name: 'BÜRO EG', portname: 'USB001', drivername: 'x' },
  ];
  expect((await ask.collector.post('/api/collector/printers', { hostname: 'pc-1', queues })).status).toBe(
    200,
  );
  const { data } = await site.admin.get(`/api/printers/${made.data.printerid}/observed`);
  expect(data).toBeDefined();
});

test('the collector returns 409 for a gauge lab tag of another gauge in any letter case', async () => {
  const send = (body: object) => ask.collector.post('/api/collector/measuringtools', body);
  const one = await send({ assetnumber: 'C1', serialnumber: '10', gagelabtag: 'Prüf-1' });
  const two = await send({ assetnumber: 'C2', serialnumber: '20', gagelabtag: 'Prüf-2' });
  const mixed = await send({ assetnumber: 'C1', gagelabtag: 'PRÜF-2' });
  expect([mixed.status, mixed.error?.details?.records]).toEqual([409, [one.data.assetid, two.data.assetid]]);
  expect((await send({ assetnumber: 'C1', gagelabtag: 'PRÜF-1' })).status).toBe(200);
});

test('the duplicates list ignores identifiers that several records may have', async () => {
  for (const assetnumber of ['X-1', 'X-2'])
    expect((await site.admin.post('/api/computers', { assetnumber, serialnumber: 'Ä-1' })).status).toBe(201);
  expect((await site.admin.get('/api/duplicates')).data).toEqual([]);
});

test('the server deletes folded identifiers when their record changes', async () => {
  const { assetid } = await ask.report({ hostname: 'prüf-9.süd.example', serialnumber: 'Ä-9' });
  const count = () =>
    site.app.host.db.read((reader) => reader.get<{ n: number }>('SELECT count(*) AS n FROM foldednames'))!.n;
  const full = count();
  await site.admin.put(`/api/assets/${assetid}`, { serialnumber: 'A-9', name: 'PC 9' });
  expect([full, count()]).toEqual([5, 3]);
  expect((await ask.report({ hostname: 'PRÜF-9.SÜD.EXAMPLE' })).assetid).toBe(assetid);
});
