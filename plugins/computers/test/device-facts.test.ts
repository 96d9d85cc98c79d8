import { expect, test } from 'bun:test';
import type { DeviceFacts } from '../../../src/kit/device-facts.ts';
import { definePlugin } from '../../../src/kit/plugin.ts';
import { COLLECTOR_KEY, startSite } from '../../../test/support/site.ts';
import { plugins } from '../../index.ts';
import { decodeInventoryBody, normalizeInventory } from '../glpi/index.ts';

const FOLDER = new URL('../../../test/data/glpi/', import.meta.url);

async function facts(name: string): Promise<DeviceFacts> {
  const bytes = await Bun.file(new URL(`${name}.json`, FOLDER)).bytes();
  return normalizeInventory(decodeInventoryBody(bytes, 'application/json', null)) as DeviceFacts;
}

test('the parser reads speed, VLANs and connected devices of the ports of a real switch', async () => {
  const { ports = [] } = await facts('networkequipment_3');
  expect(ports.length).toBeGreaterThan(48);
  expect(ports[0]).toEqual({
    number: 1,
    name: '1',
    alias: undefined,
    description: undefined,
    type: 6,
    isenabled: true,
    state: 'up',
    speed: 100_000_000,
    duplex: 'full',
    mac: 'b0:5a:da:10:10:bf',
    istrunk: false,
    vlans: [{ number: 1, name: 'VLAN 1', istagged: undefined }],
    peers: [
      {
        mac: '38:1c:1a:b5:73:20',
        ipaddress: '192.168.63.52',
        name: 'Cisco IP Phone SPA303',
        model: '7.5.2Cisco IP Phone SPA3',
        port: 'Port 1',
      },
    ],
    peercount: 1,
  });
});

test('the parser lists each MAC address seen behind a port once as a peer', async () => {
  const { ports = [] } = await facts('networkequipment_5');
  const fourth = ports.find(({ number }) => number === 4);
  expect(fourth?.peers.map(({ mac }) => mac)).toEqual([
    '00:50:56:a5:a2:e8',
    '00:50:56:a5:d6:07',
    '00:50:56:a5:f1:29',
    '0c:c4:7a:4f:78:52',
  ]);
});

test('the parser reads the ports from the XML of an older agent', () => {
  const xml = `<?xml version="1.0"?><REQUEST><CONTENT><DEVICE><INFO><TYPE>NETWORKING</TYPE><NAME>sw</NAME></INFO><PORTS><PORT>
    <IFNUMBER>7</IFNUMBER><IFNAME>Gi0/7</IFNAME><IFSTATUS>1</IFSTATUS><IFSPEED>1000000000</IFSPEED>
    <VLANS><VLAN><NAME>floor</NAME><NUMBER>20</NUMBER></VLAN></VLANS>
    <CONNECTIONS><CDP>1</CDP><CONNECTION><SYSNAME>sw2</SYSNAME><IFDESCR>Gi0/1</IFDESCR><IP>10.0.0.2</IP></CONNECTION></CONNECTIONS>
    </PORT></PORTS></DEVICE></CONTENT><DEVICEID>d</DEVICEID><QUERY>SNMPQUERY</QUERY></REQUEST>`;
  const document = decodeInventoryBody(Buffer.from(xml), 'application/xml', null);
  expect((normalizeInventory(document) as DeviceFacts).ports).toEqual([
    expect.objectContaining({
      number: 7,
      name: 'Gi0/7',
      state: 'up',
      speed: 1_000_000_000,
      vlans: [{ number: 20, name: 'floor' }],
      peers: [{ ipaddress: '10.0.0.2', name: 'sw2', port: 'Gi0/1' }],
    }),
  ]);
});

test('the parser reads each chassis of a stack with its serial number and model', async () => {
  const { stack } = await facts('networkequipment_5');
  expect(stack).toEqual([
    { serialnumber: 'R3843D1000001', model: 'DGS-3420-52T', name: 'DGS-3420-52T', firmware: '1.50B032' },
  ]);
});

test('the parser reads the page counters of a printer by name', async () => {
  const { pagecounters } = await facts('printer_1');
  expect(pagecounters).toMatchObject({ total: 1802, rectoverso: 831 });
});

test('a plugin receives the devices of its asset type in the transaction of the inventory', async () => {
  const heard: [number, string | undefined][] = [];
  const listener = definePlugin({
    id: 'listener',
    title: 'Listener',
    description: 'Hears of printers',
    devices: () => [
      {
        assettype: 'Printer',
        saveFacts: (tx, assetid, { firmware }) => {
          heard.push([tx.row('assets', assetid)!.assetid as number, firmware]);
          return heard.length === 1 ? { auditDetails: () => ({ pages: 3 }) } : undefined;
        },
      },
    ],
  });
  const site = await startSite({ plugins: [...plugins, listener] });
  const send = async (name: string) =>
    fetch(`${site.url}/api/collector/glpi`, {
      method: 'POST',
      headers: { 'X-API-Key': COLLECTOR_KEY, 'Content-Type': 'application/json' },
      body: await Bun.file(new URL(`${name}.json`, FOLDER)).bytes(),
    });
  await send('networkequipment_3');
  expect(heard).toEqual([]);
  await send('printer_1');
  await send('printer_1');
  expect(heard.map(([, firmware]) => firmware)).toEqual(['2409048_052887', '2409048_052887']);
  await site.stop();
});
