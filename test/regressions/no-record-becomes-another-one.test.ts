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

/** Sends an inventory of `test/data/identity` and returns the response. */
async function send(file: string) {
  const body = await Bun.file(`${import.meta.dir}/../data/identity/${file}`).text();
  const type = file.endsWith('.xml') ? 'application/xml' : 'application/json';
  const { status, text } = await ask.collector
    .with({ 'content-type': type })
    .raw('POST', '/api/collector/glpi', body);
  expect([file, status]).toEqual([file, 200]);
  return text.startsWith('<') ? undefined : JSON.parse(text).data;
}

const hostnames = async () => (await ask.computers()).map(({ hostname }) => hostname).sort();
const reasons = async (): Promise<string[]> => (await ask.collisions()).map(({ reason }) => reason).sort();

/**
 * Sends the first file, the second, the first again and the second again. Returns the number of records and
 * the second response to the first file.
 */
async function takeTurns(first: string, second: string) {
  const one = await send(first);
  const other = await send(second);
  const again = await send(first);
  expect((await send(second)).unchanged).toBe(1);
  return { records: new Set([one.assetid, other.assetid]).size, again };
}

test('two blades with the serial number of their chassis get two records and a candidate pair', async () => {
  const { records, again } = await takeTurns('c4a.json', 'c4b.json');
  expect([records, again.unchanged]).toEqual([2, 1]);
  expect(await hostnames()).toEqual(['blade-01', 'blade-02']);
  expect(await reasons()).toHaveLength(1);
});

test('a container gets its own record next to the host whose identifiers it reports', async () => {
  const { records, again } = await takeTurns('c5a.json', 'c5b.json');
  expect([records, again.unchanged]).toEqual([2, 1]);
  expect(await hostnames()).toEqual(['ct-mail', 'pve-01']);
  expect(await reasons()).toEqual([]);
});

test('two virtual machines with one UUID get two records and a candidate pair', async () => {
  const { records, again } = await takeTurns('c6a.json', 'c6b.json');
  expect([records, again.unchanged]).toEqual([2, 1]);
  expect(await reasons()).toHaveLength(1);
});

test('a serial number that two unrelated PCs report identifies neither of them', async () => {
  const file = Bun.file(`${import.meta.dir}/../data/identity/c7-placeholders.txt`);
  const serials = (await file.text()).split('\n').filter((line) => line !== '');
  expect(serials).toHaveLength(24);
  const merged: string[] = [];
  for (const [n, ssn] of serials.entries()) {
    const report = async (half: number) => {
      const uuid = `7d1f0c52-0b1e-4f6a-9a51-07${String(n).padStart(4, '0')}${String(half).padStart(6, '0')}`;
      const mac = `00:00:5e:00:${(0x60 + n).toString(16)}:0${half}`;
      const hardware = { name: `c7-${n}-${half}`, uuid };
      return (await ask.inventory({ hardware, bios: { ssn }, networks: [{ mac }] })).assetid;
    };
    if ((await report(1)) === (await report(2))) merged.push(ssn);
  }
  expect(merged).toEqual([]);
});

test('two network devices with the default name of their maker get two records', async () => {
  for (const file of ['c8a.xml', 'c8b.xml']) await send(file);
  const settled = [await ask.assets('MikroTik'), await ask.audits()];
  expect(settled[0]).toHaveLength(2);
  for (const file of ['c8a.xml', 'c8b.xml']) await send(file);
  expect([await ask.assets('MikroTik'), await ask.audits()]).toEqual(settled);
});

test('an unknown device loses its IP address when a printer reports it and keeps its MAC address', async () => {
  await send('c9a.xml');
  await send('c9b.xml');
  const [unknown, printer] = (await ask.assets()).sort((a, b) => a.assetid - b.assetid);
  expect([unknown.name, unknown.assettype, printer.name, printer.assettype]).toEqual([
    '192.0.2.91',
    'Other',
    'PRN-HALL3',
    'Printer',
  ]);
  const addresses = async (asset: { assetid: number }) =>
    (await ask.addresses(asset.assetid)).map(({ address }) => address);
  expect(await addresses(unknown)).toEqual(['00:00:5e:00:53:91']);
  expect(await addresses(printer)).toEqual(['192.0.2.91', '00:00:5e:00:53:92']);
});

test('repeated reports of two devices with one IP address write nothing', async () => {
  for (let round = 0; round < 2; round++) for (const file of ['c9a.xml', 'c9b.xml']) await send(file);
  const settled = [await ask.assets(), await ask.audits()];
  expect(settled[0]).toHaveLength(2);
  for (const file of ['c9a.xml', 'c9b.xml']) await send(file);
  expect([await ask.assets(), await ask.audits()]).toEqual(settled);
});

test('scanners and phones with the default MAC address of Android get four records', async () => {
  for (const file of ['c10a.xml', 'c10b.xml', 'c10c.json', 'c10d.json']) await send(file);
  expect(await ask.assets()).toHaveLength(4);
  expect(await reasons()).toEqual([]);
  const local = { hostname: 'local', macaddresses: ['02:12:34:56:78:9a'] };
  const { assetid } = await ask.report(local);
  expect((await ask.report({ ...local, hostname: 'renamed' })).assetid).toBe(assetid);
});

test('two PCs keep their whole names and are no duplicates when only their domains differ', async () => {
  const { records, again } = await takeTurns('c26a.json', 'c26b.json');
  expect([records, again.unchanged]).toEqual([2, 1]);
  expect((await ask.computers()).map(({ name }) => name).sort()).toEqual(['press.line4', 'press.line5']);
  expect(await reasons()).toEqual([]);
  for (const name of ['press.line4', 'press.line5']) {
    const found = await site.admin.get(`/api/computers/by-hostname/${name}`);
    expect([found.status, found.data.name]).toEqual([200, name]);
    expect((await site.admin.get(`/api/search?q=${name}`)).data[0].title).toContain(name);
  }
});

test('each route returns 409 and writes nothing when two PCs have the short host name', async () => {
  const ids = [(await send('c26a.json')).assetid, (await send('c26b.json')).assetid];
  const audits = await ask.audits();
  const calls = [
    await site.admin.get('/api/computers/by-hostname/press'),
    await ask.collector.post('/api/collector/computers', { hostname: 'press', osname: 'Plan 9' }),
    await ask.collector.post('/api/collector/printers', { hostname: 'press', queues: [] }),
    await ask.collector.post('/api/collector/endpoints', { hostname: 'press' }),
  ];
  expect(calls.map(({ status, error }) => [status, error?.code, error?.details?.records])).toEqual(
    calls.map(() => [409, 'CONFLICT', ids]),
  );
  expect(await ask.audits()).toEqual(audits);
});

test('the name of a PC follows its host name until a user enters another name', async () => {
  const serialnumber = 'SN-1';
  const report = (hostname: string) => ask.report({ hostname, serialnumber, uuid: 'UUID-1' });
  const { assetid } = await report('mill');
  await report('mill.hall1');
  expect(await ask.asset(assetid)).toMatchObject({ name: 'mill.hall1', typedata: { hostname: 'mill' } });
  await site.admin.put(`/api/assets/${assetid}`, { name: 'The big mill' });
  await report('mill.hall2');
  expect(await ask.asset(assetid)).toMatchObject({ name: 'The big mill' });
  expect((await site.admin.get('/api/search?q=mill.hall2')).data[0].url).toContain(String(assetid));
  expect((await report('mill')).unchanged).toBe(1);
});

test('the reports of two machines update one record when a user has merged their records', async () => {
  const shared = { serialnumber: 'SN-2', uuid: 'UUID-2' };
  const machines = ['00:11:22:33:44:01', '00:11:22:33:44:02'].map((mac, n) => ({
    ...shared,
    hostname: `twin-${n}`,
    macaddresses: [mac],
  }));
  const round = async () => {
    const answers = [];
    for (const machine of machines) answers.push(await ask.report(machine));
    return answers;
  };
  for (let n = 0; n < 3; n++) await round();
  const [pair] = await ask.collisions();
  expect(pair).toBeDefined();
  expect((await ask.decide(pair.collisionid, true)).status).toBe(200);
  await round();
  const keptId = pair.assets[0].assetid;
  expect((await round()).map(({ assetid }) => assetid)).toEqual([keptId, keptId]);
  expect(await ask.collisions()).toEqual([]);
});

/** Reports of two machines that a user decides are one. */
const PAIRS: Record<string, [object, object]> = {
  'virtual machines with one UUID': [
    { hostname: 'x1', uuid: 'UUID-3', vmsystem: 'KVM', macaddresses: ['3c:52:82:00:01:01'] },
    { hostname: 'x2', uuid: 'UUID-3', vmsystem: 'KVM', macaddresses: ['3c:52:82:00:01:02'] },
  ],
  'blades with the serial number of their chassis': [
    { hostname: 'x1', serialnumber: 'S-3', uuid: 'UUID-4', macaddresses: ['3c:52:82:00:02:01'] },
    { hostname: 'x2', serialnumber: 'S-3', uuid: 'UUID-5', macaddresses: ['3c:52:82:00:02:02'] },
  ],
  'PCs with one serial number and nothing else': [
    { hostname: 'x1', serialnumber: 'S-4' },
    { hostname: 'x2', serialnumber: 'S-4' },
  ],
  'PCs on one dock': [
    { hostname: 'x1', uuid: 'UUID-6', macaddresses: ['3c:52:82:00:03:01', '3c:52:82:00:03:03'] },
    { hostname: 'x2', uuid: 'UUID-7', macaddresses: ['3c:52:82:00:03:02', '3c:52:82:00:03:03'] },
  ],
};

test.each(Object.keys(PAIRS))('%s keep one record when a user has merged them', async (name) => {
  const [one, other] = PAIRS[name]!;
  const { assetid } = await ask.report(one);
  expect((await ask.report(other)).assetid).not.toBe(assetid);
  const [pair] = await ask.collisions();
  expect((await ask.decide(pair.collisionid, true)).status).toBe(200);
  const ids = [];
  for (const report of [one, other, one, other, one]) ids.push((await ask.report(report)).assetid);
  expect(ids).toEqual(ids.map(() => assetid));
  expect(await ask.collisions()).toEqual([]);
});

test('a printer with a serial number keeps its record and the name that a user entered', async () => {
  const printer = (name: string) =>
    ask.inventory({ network_device: { name, serial: 'PRX1', type: 'Printer' } }, { itemtype: 'Printer' });
  const { assetid } = await printer('prn-x');
  await site.admin.put(`/api/assets/${assetid}`, { name: 'Printer in hall 3' });
  expect(await printer('prn-x')).toMatchObject({ assetid, unchanged: 1 });
  expect(await ask.asset(assetid)).toMatchObject({ name: 'Printer in hall 3' });
  const { data } = await site.admin.post('/api/assets', {
    assetnumber: 'P-2',
    name: 'Printer at the gate',
    serialnumber: 'PRX2',
    assettypeid: (await ask.asset(assetid)).assettypeid,
  });
  const found = await ask.inventory(
    { network_device: { name: 'prn-y', serial: 'PRX2', type: 'Printer' } },
    { itemtype: 'Printer' },
  );
  expect(found.assetid).toBe(data.assetid);
});

test('a printer with a short name matches neither of two printers with that name and a domain', async () => {
  const printer = (device: object) =>
    ask.inventory({ network_device: { type: 'Printer', ...device } }, { itemtype: 'Printer' });
  const ids = [];
  for (const name of ['prn.a.example', 'prn.b.example']) ids.push((await printer({ name })).assetid);
  const { assetid } = await printer({ name: 'prn', serial: 'PRX3', mac: '3c:52:82:00:04:01' });
  expect(ids).not.toContain(assetid);
});

test('a container with a new adapter is found by its host name', async () => {
  const container = { hostname: 'ct-1', vmsystem: 'docker' };
  const { assetid } = await ask.report({ ...container, macaddresses: ['3c:52:82:00:05:01'] });
  for (const mac of ['3c:52:82:00:05:02', '3c:52:82:00:05:03'])
    expect((await ask.report({ ...container, macaddresses: [mac] })).assetid).toBe(assetid);
});
