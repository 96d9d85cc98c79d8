import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

const FOLDER = new URL('../../../test/data/glpi/', import.meta.url);
const inventory = (name: string) => Bun.file(new URL(`${name}.json`, FOLDER)).json();
const send = (body: unknown) => collector.post('/api/collector/glpi', body);
const findDevice = async (hostname: string) =>
  (await site.admin.get(`/api/network?search=${hostname}`)).data[0] as Record<string, never> & {
    networkdeviceid: number;
    assetid: number;
  };
const ports = async (id: number) => (await site.admin.get(`/api/network/${id}/ports`)).data;

test('the server creates a network device with its own fields and those of its asset', async () => {
  const { networkdevicetypeid } = (
    await site.admin.post('/api/network/types', { networkdevicetype: 'Access switch' })
  ).data;
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Netforge' })).data;
  const body = {
    networkdevicetypeid,
    hostname: 'sw-hall-1',
    vendorid,
    firmwareversion: '1.2.3',
    portcount: 48,
    ispoe: true,
    ismanaged: true,
    ipaddress: '10.1.0.2',
    macaddress: '00-1A-2B-3C-4D-5E',
  };
  const { status, data } = await site.admin.post('/api/network', { assetnumber: 'SW-1', ...body });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    ...body,
    macaddress: '00:1a:2b:3c:4d:5e',
    networkdevicetype: 'Access switch',
    vendor: 'Netforge',
    assettype: 'Network device',
  });
  const listed = await site.anonymous.get(`/api/network?typeid=${networkdevicetypeid}&vendorid=${vendorid}`);
  expect(listed.data).toHaveLength(1);
  const wrong = await site.admin.put(`/api/network/${data.networkdeviceid}`, { macaddress: 'nonsense' });
  expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, 'macaddress']);
});

test('reading types is public, and creating needs network.create', async () => {
  expect((await site.anonymous.get('/api/network/types')).status).toBe(200);
  expect((await site.anonymous.post('/api/network/subnets', { cidr: '10.0.0.0/8' })).status).toBe(401);
  const editor = await site.userWith('network.edit');
  expect((await editor.post('/api/network', { assetnumber: 'X' })).status).toBe(403);
});

test('the collector creates a device once and updates changed fields', async () => {
  const body = {
    assetnumber: 'SW-C',
    hostname: 'sw-c',
    firmwareversion: '1',
    macaddress: '02:00:00:00:00:01',
  };
  const post = (more: object = {}) => collector.post('/api/collector/network', { ...body, ...more });
  expect((await post()).data).toMatchObject({ created: 1 });
  expect((await post()).data).toMatchObject({ unchanged: 1 });
  expect((await post({ firmwareversion: '2' })).data).toMatchObject({ updated: 1 });
});

test('the server stores firmware, ports, reported location and peers of a network inventory', async () => {
  await send(await inventory('networkequipment_3'));
  await send(await inventory('networkequipment_5'));
  const hp = await findDevice('HP-2530-48G');
  expect(hp).toMatchObject({ firmwareversion: 'YA.15.12.0015', ismanaged: true, portcount: 52 });
  const { ports: all } = await ports(hp.networkdeviceid);
  expect(all[0]).toMatchObject({
    name: '1',
    state: 'up',
    speed: 100_000_000,
    duplex: 'full',
    vlans: [{ number: 1, name: 'VLAN 1' }],
    peers: [{ mac: '38:1c:1a:b5:73:20', name: 'Cisco IP Phone SPA303', assetid: null }],
  });
  const dlink = await findDevice('DGS-3420-52T');
  expect(dlink).toMatchObject({ toldlocation: 'WOB Serverraum', firmwareversion: '1.50B032' });
  expect((await ports(dlink.networkdeviceid)).members).toMatchObject([{ serialnumber: 'R3843D1000001' }]);
});

test('the audit log records changed ports, and nothing when the same inventory repeats', async () => {
  const body = await inventory('networkequipment_3');
  await send(body);
  const before = (await site.admin.get('/api/auditlogs?per_page=1')).data[0].auditlogid;
  await send(body);
  expect((await site.admin.get('/api/auditlogs?per_page=1')).data[0].auditlogid).toBe(before);
  body.content.network_ports[0].ifalias = 'Packing line';
  await send(body);
  const [row] = (await site.admin.get('/api/auditlogs?per_page=1')).data;
  expect(row.details.ports).toEqual({ added: 0, changed: 1, removed: 0 });
});

test('a port refers to the asset with the MAC address of its peer, and the asset shows its port', async () => {
  const mac = '38:1c:1a:b5:73:21';
  const body = await inventory('networkequipment_3');
  body.content.network_ports[0].connections[0].sysmac = mac;
  await send(body);
  const phone = (await site.admin.post('/api/assets', { assetnumber: 'PH-1', assettypeid: 8 })).data;
  await site.admin.post(`/api/assets/${phone.assetid}/communications`, {
    commtype: 'mac',
    address: mac,
  });
  const { networkdeviceid } = await findDevice('HP-2530-48G');
  const { ports: all } = await ports(networkdeviceid);
  expect(all[0].peers[0]).toMatchObject({ assetid: phone.assetid, assetnumber: 'PH-1' });
  const { machineid, assetid } = (await site.admin.post('/api/machines', { assetnumber: 'M-PLUG' })).data;
  await site.admin.post('/api/assets/relationships', {
    sourceassetid: phone.assetid,
    targetassetid: assetid,
    relationshiptypeid: 1,
  });
  const { data } = await site.admin.get(`/api/machines/${machineid}/behind`);
  expect(data.controllers[0].words).toMatchObject([{ key: 'port', text: 'HP-2530-48G, port 1' }]);
});

test('a peer name matches an asset only when the name is not shared by many peers', async () => {
  await send(await inventory('networkequipment_3'));
  await site.admin.post('/api/assets', {
    assetnumber: 'PH-2',
    name: 'Cisco IP Phone SPA303',
    assettypeid: 8,
  });
  const core = (await site.admin.post('/api/network', { assetnumber: 'CORE', name: 'core-1' })).data;
  const body = await inventory('networkequipment_5');
  body.content.network_ports[1].connections = [{ sysname: 'core-1', ifdescr: 'Gi0/1' }];
  await send(body);
  const peersOf = async (hostname: string) =>
    (await ports((await findDevice(hostname)).networkdeviceid)).ports.flatMap(
      (one: { peers: object[] }) => one.peers,
    );
  const phones = (await peersOf('HP-2530-48G')).filter((one: { name: string }) =>
    one.name?.startsWith('Cisco'),
  );
  expect(phones.some((one: { assetnumber: string }) => one.assetnumber === 'PH-2')).toBe(false);
  expect(await peersOf('DGS-3420-52T')).toContainEqual(
    expect.objectContaining({ name: 'core-1', assetid: core.assetid }),
  );
});

test('the server stores each stack member with its serial number and deletes missing ones', async () => {
  const body = await inventory('networkequipment_5');
  const chassis = (serial: string) => ({ type: 'chassis', serial, model: 'X', index: 9 });
  body.content.network_components.push(chassis('STACK-2'), chassis('STACK-3'));
  await send(body);
  const { networkdeviceid } = await findDevice('DGS-3420-52T');
  const serials = async () =>
    (await ports(networkdeviceid)).members.map((one: { serialnumber: string }) => one.serialnumber);
  expect(await serials()).toEqual(['R3843D1000001', 'STACK-2', 'STACK-3']);
  body.content.network_components.pop();
  await send(body);
  expect(await serials()).toEqual(['R3843D1000001', 'STACK-2']);
});

test('a device with only an address gets the complete address as asset number', async () => {
  await send({
    deviceid: 'scan-1',
    action: 'netdiscovery',
    content: { network_device: { type: 'Networking', name: '192.168.7.9', ips: ['192.168.7.9'] } },
    itemtype: 'NetworkEquipment',
  });
  expect((await site.admin.get('/api/network?assetnumber=192.168.7.9')).data).toHaveLength(1);
});

test('anonymous callers with basic access see no ports and no addresses of a device', async () => {
  await send(await inventory('networkequipment_3'));
  const { networkdeviceid } = await findDevice('HP-2530-48G');
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    expect((await site.anonymous.get(`/api/network/${networkdeviceid}/ports`)).status).toBe(401);
    const { data } = await site.anonymous.get(`/api/network/${networkdeviceid}`);
    expect([data.ipaddress, data.macaddress]).toEqual([undefined, undefined]);
  });
});
