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

const message = (query: string, device: string) =>
  `<?xml version="1.0"?><REQUEST><DEVICEID>scan-1</DEVICEID><QUERY>${query}</QUERY><CONTENT><DEVICE>${device}</DEVICE></CONTENT></REQUEST>`;
const sendDiscovery = async (device: string) =>
  expect(await ask.xml(message('NETDISCOVERY', device))).toBe(200);
const sendInventory = async (device: string) =>
  expect(await ask.xml(message('NETINVENTORY', device))).toBe(200);
const listAssets = async () =>
  (await ask.assets())
    .map((asset) => [asset.assetnumber, asset.assettype, asset.name, asset.serialnumber])
    .sort();
const search = async (text: string) =>
  (await site.admin.get(`/api/search?q=${text}`)).data.map((hit: { title: string }) => hit.title);

test('a computer found over SNMP becomes a computer', async () => {
  const facts =
    '<TYPE>COMPUTER</TYPE><SERIAL>18abdf5a</SERIAL><MAC>02:fc:00:00:00:01</MAC><MANUFACTURER>Net-SNMP</MANUFACTURER>';
  await sendDiscovery(`<IP>192.0.2.2</IP><SNMPHOSTNAME>srv-line4</SNMPHOSTNAME>${facts}`);
  await sendInventory(
    `<INFO><NAME>srv-line4</NAME><IPS><IP>192.0.2.2</IP></IPS>${facts}</INFO><PORTS><PORT><MAC>02:fc:00:00:00:01</MAC></PORT></PORTS>`,
  );
  expect(await listAssets()).toEqual([['srv-line4', 'Computer', 'srv-line4', '18abdf5a']]);
  expect((await ask.computers())[0]).toMatchObject({ hostname: 'srv-line4', ipaddress: '192.0.2.2' });
});

test('a scan adds missing facts of a computer and does not overwrite those of its agent', async () => {
  const { assetid } = await ask.report({
    hostname: 'srv-line4',
    manufacturer: 'Dell',
    model: 'R640',
    macaddresses: ['02:fc:00:00:00:01'],
    ipaddresses: ['192.0.2.2'],
  });
  await sendDiscovery(
    '<TYPE>COMPUTER</TYPE><IP>192.0.2.3</IP><SNMPHOSTNAME>srv-line4.plant.local</SNMPHOSTNAME><MAC>02:fc:00:00:00:01</MAC><MANUFACTURER>Net-SNMP</MANUFACTURER>',
  );
  expect(await ask.asset(assetid)).toMatchObject({ vendor: 'Dell', modelnumber: 'R640' });
  expect((await ask.addresses(assetid)).map(({ address, isprimary }) => [address, isprimary])).toEqual([
    ['192.0.2.2', true],
    ['192.0.2.3', false],
    ['02:fc:00:00:00:01', true],
  ]);
});

test('a device without type is stored as Other until a report names its type', async () => {
  await sendInventory('<INFO><NAME>oyapock CR2</NAME><SERIAL>SG707SU03Y</SERIAL></INFO>');
  await sendDiscovery('<IP>10.0.0.5</IP><NETBIOSNAME>PC-5</NETBIOSNAME><MAC>00:11:22:33:44:05</MAC>');
  await sendDiscovery('<IP>10.0.0.6</IP><MAC>00:11:22:33:44:06</MAC>');
  expect(await listAssets()).toEqual([
    ['10.0.0.6', 'Other', '10.0.0.6', null],
    ['PC-5', 'Other', 'PC-5', null],
    ['oyapock CR2', 'Other', 'oyapock CR2', 'SG707SU03Y'],
  ]);
  await sendInventory(
    '<INFO><NAME>oyapock CR2</NAME><SERIAL>SG707SU03Y</SERIAL><TYPE>NETWORKING</TYPE></INFO>',
  );
  await ask.report({ hostname: 'PC-5', serialnumber: 'S5', macaddresses: ['00:11:22:33:44:05'] });
  expect(await listAssets()).toEqual([
    ['10.0.0.6', 'Other', '10.0.0.6', null],
    ['PC-5', 'Computer', 'PC-5', 'S5'],
    ['oyapock CR2', 'Network device', 'oyapock CR2', 'SG707SU03Y'],
  ]);
  expect((await ask.computers()).map((pc) => pc.hostname)).toEqual(['PC-5']);
});

test('a device without name gets its address as number, and a later name creates a candidate', async () => {
  for (const ip of ['192.168.1.251', '192.168.1.252'])
    for (let day = 0; day < 2; day++)
      await sendDiscovery(`<DNSHOSTNAME>${ip}</DNSHOSTNAME><IP>${ip}</IP><TYPE>NETWORKING</TYPE>`);
  await sendDiscovery('<IP>192.168.1.253</IP><TYPE>COMPUTER</TYPE><MAC>00:11:22:33:44:53</MAC>');
  expect(await listAssets()).toEqual([
    ['192.168.1.251', 'Network device', '192.168.1.251', null],
    ['192.168.1.252', 'Network device', '192.168.1.252', null],
    ['192.168.1.253', 'Computer', '192.168.1.253', null],
  ]);
  await sendInventory(
    '<INFO><NAME>sw-hall-2</NAME><IPS><IP>192.168.1.252</IP></IPS><TYPE>NETWORKING</TYPE><SERIAL>SW2</SERIAL></INFO>',
  );
  await ask.report({ hostname: '10.0.0.9' });
  expect((await listAssets()).slice(0, 3)).toEqual([
    ['10.0.0.9', 'Computer', '10.0.0.9', null],
    ['192.168.1.251', 'Network device', '192.168.1.251', null],
    ['192.168.1.252', 'Network device', '192.168.1.252', null],
  ]);
  expect((await listAssets()).at(-1)).toEqual(['sw-hall-2', 'Network device', 'sw-hall-2', 'SW2']);
  expect((await ask.collisions()).map(({ reason }) => reason)).toEqual([
    'A scan found an unknown device at 192.168.1.252, the address that sw-hall-2 reports.',
  ]);
});

const SWITCH = '<TYPE>NETWORKING</TYPE><MAC>00:1b:c0:ff:ee:7e</MAC>';

test('a switch keeps one record and one name when it is discovered and inventoried in turn', async () => {
  const first = `<SNMPHOSTNAME>switch_sun</SNMPHOSTNAME><IP>10.1.1.4</IP>${SWITCH}`;
  const later = `<INFO><NAME>switch_sun.plant.local</NAME><SERIAL>SUN-4</SERIAL><IPS><IP>10.1.1.4</IP></IPS>${SWITCH}</INFO>`;
  await sendDiscovery(first);
  await sendInventory(later);
  const settled = [await listAssets(), await ask.audits()];
  expect(settled[0]).toEqual([['switch_sun', 'Network device', 'switch_sun', 'SUN-4']]);
  for (let day = 0; day < 2; day++) {
    await sendDiscovery(first);
    await sendInventory(later);
  }
  expect([await listAssets(), await ask.audits()]).toEqual(settled);
});

test('a switch matches by MAC address or by serial number and name, but not by name alone', async () => {
  await sendDiscovery(`<SNMPHOSTNAME>10-1-1-4</SNMPHOSTNAME><IP>10.1.1.4</IP>${SWITCH}`);
  await sendInventory(`<INFO><NAME>core-1</NAME><SERIAL>C-1</SERIAL>${SWITCH}</INFO>`);
  await sendInventory(
    '<INFO><NAME>core-1.plant.local</NAME><SERIAL>C-1</SERIAL><TYPE>NETWORKING</TYPE></INFO>',
  );
  const serials = async () => (await listAssets()).map(([, , , serial]) => serial);
  expect(await serials()).toEqual(['C-1']);
  await sendDiscovery('<DNSHOSTNAME>core-1.plant.local</DNSHOSTNAME><TYPE>NETWORKING</TYPE>');
  expect(await serials()).toEqual(['C-1', null]);
  expect((await ask.collisions()).map(({ reason }) => reason)).toEqual([
    'Two devices report the name core-1.plant.local, and no other identifiers of both are known.',
  ]);
  await sendInventory(`<INFO><NAME>core-1</NAME><SERIAL>C-2</SERIAL>${SWITCH}</INFO>`);
  expect((await serials()).sort()).toEqual(['C-1', 'C-2', null]);
  const reasons = (await ask.collisions()).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason.includes('one MAC address'))).toHaveLength(1);
  await sendDiscovery(
    '<SNMPHOSTNAME>core-1.elsewhere</SNMPHOSTNAME><TYPE>NETWORKING</TYPE><MAC>00:1b:c0:ff:ee:99</MAC>',
  );
  expect(await listAssets()).toHaveLength(4);
});

test('each member of a stack is found by its serial number', async () => {
  const members = ['FOC1243W0ED', 'FOC1127Z4LH', 'FOC1232W0JH'];
  const stack = (serials: string[]) => ({
    network_device: { name: '3k-1-pa3', serial: serials[0], type: 'Networking' },
    network_components: [
      { type: 'stack', index: 1 },
      ...serials.map((serial, index) => ({ type: 'chassis', serial, index: index + 2 })),
      { type: 'module', serial: 'SFP-1' },
    ],
  });
  const { assetid } = await ask.inventory(stack(members), { itemtype: 'NetworkEquipment' });
  for (const serial of members) expect(await search(serial)).toEqual(['3k-1-pa3']);
  expect(await search('SFP-1')).toEqual([]);
  expect((await ask.inventory(stack(members), { itemtype: 'NetworkEquipment' })).unchanged).toBe(1);
  const turned = await ask.inventory(stack([members[1]!, members[0]!]), { itemtype: 'NetworkEquipment' });
  expect([turned.assetid, (await ask.asset(assetid)).serialnumber]).toEqual([assetid, 'FOC1243W0ED']);
  expect(await search('FOC1232W0JH')).toEqual([]);
  const component = '<COMPONENT><TYPE>chassis</TYPE><SERIAL>FOC0929U1SR</SERIAL></COMPONENT>';
  await sendInventory(
    `<INFO><NAME>3k-1-pa3</NAME><TYPE>NETWORKING</TYPE><SERIAL>FOC1243W0ED</SERIAL></INFO><COMPONENTS>${component}</COMPONENTS>`,
  );
  expect(await search('FOC0929U1SR')).toEqual(['3k-1-pa3']);
});

test('the server stores an ESX host as a computer with its serial number and UUID', async () => {
  const host = {
    hardware: { name: 'esx-test.teclib.local', uuid: 'b5bfd78a-fa79-0010-adfe-001b24f07258' },
    bios: { ssn: 'CZC7350KMV', smanufacturer: 'Sun Microsystems', smodel: 'Sun Fire X2200 M2' },
    operatingsystem: { name: 'VMware ESX', version: '4.1.0', full_name: 'VMware ESX 4.1.0 build-260247' },
    networks: [{ description: 'vmk0', ipaddress: '192.168.20.98', mac: '00:50:56:7f:04:93' }],
    virtualmachines: [{ name: 'ubuntu', vmtype: 'VMware', uuid: '420904fe-6a92-95e4-13f9-a37fc3607c14' }],
  };
  const { assetid } = await ask.inventory(host, { action: undefined });
  expect(await ask.asset(assetid)).toMatchObject({
    assettype: 'Computer',
    serialnumber: 'CZC7350KMV',
    typedata: { hostname: 'esx-test', uuid: 'b5bfd78a-fa79-0010-adfe-001b24f07258' },
  });
});

test('the server offers an agent no tasks, and each task that it requests has no jobs', async () => {
  const prolog = await ask.collector
    .with({ 'content-type': 'application/xml', 'glpi-agent-id': '8dbd1d8a-9f47-4f0b-8a1b-3c2f1e0d9c8b' })
    .raw('POST', '/api/collector/glpi', '<REQUEST><DEVICEID>pc</DEVICEID><QUERY>PROLOG</QUERY></REQUEST>');
  expect(JSON.parse(prolog.text)).toMatchObject({ status: 'ok', expiration: 24 });
  expect(JSON.parse(prolog.text).disabled).toEqual(expect.arrayContaining(['collect', 'deploy', 'esx']));
  for (const task of ['Collect', 'Deploy', 'ESX']) {
    const path = `/api/collector/glpi?action=getConfig&machineid=pc&task[${task}]=2.0`;
    const answer = await ask.collector.get(path);
    expect([task, answer.status, JSON.parse(answer.text)]).toEqual([task, 200, { schedule: [] }]);
    expect((await site.anonymous.get(path)).status).toBe(401);
  }
  expect((await ask.collector.get('/api/collector/glpi?action=else')).status).toBe(404);
});

test('the GLPI route accepts a trailing slash', async () => {
  const body = JSON.stringify({ deviceid: 'x', content: { hardware: { name: 'slashed' } } });
  const agent = ask.collector.with({ 'content-type': 'application/json' });
  expect((await agent.raw('POST', '/api/collector/glpi/', body)).status).toBe(200);
  expect((await site.anonymous.raw('POST', '/api/collector/glpi/', body)).status).toBe(401);
  expect((await agent.raw('POST', '/api/collector/glpi/more', body)).status).toBe(404);
  expect((await ask.collector.get('/api/collector/glpi/?action=getConfig')).status).toBe(200);
  expect((await ask.computers()).map((pc) => pc.hostname)).toEqual(['slashed']);
  const { text } = await site.anonymous.get('/api/docs/openapi.json');
  expect(text).not.toContain('/api/collector/glpi/');
});
