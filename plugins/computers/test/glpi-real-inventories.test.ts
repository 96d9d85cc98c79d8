import { expect, test } from 'bun:test';
import { decodeInventoryBody, type NormalizedInventory, normalizeInventory } from '../glpi/index.ts';

const FOLDER = new URL('../../../test/data/glpi/', import.meta.url);

async function read(name: string): Promise<NormalizedInventory> {
  const bytes = await Bun.file(new URL(`${name}.json`, FOLDER)).bytes();
  return normalizeInventory(decodeInventoryBody(bytes, 'application/json', null));
}

async function computer(name: string) {
  const inventory = await read(name);
  if (inventory.kind !== 'computer') throw new Error(`${name} is a ${inventory.kind}`);
  return inventory;
}

async function device(name: string) {
  const inventory = await read(name);
  if (inventory.kind === 'computer') throw new Error(`${name} is a computer`);
  return inventory;
}

test('the parser reads the user, addresses and programs of a Fedora laptop', async () => {
  const { installedapps, ...laptop } = await computer('computer_1');
  expect(laptop).toEqual({
    kind: 'computer',
    hostname: 'glpixps',
    serialnumber: '640HP72',
    manufacturer: 'Dell Inc.',
    model: 'XPS 13 9350',
    osname: 'Fedora',
    osversion: '31 (Workstation Edition)',
    loggedinuser: 'trasher',
    lastboottime: '2020-06-09T05:58:08.000Z',
    ipaddresses: ['192.168.1.142', '192.168.1.118'],
    macaddresses: ['00:e0:4c:68:01:db', '44:85:00:2b:90:bc'],
    hardware: expect.objectContaining({
      processor: 'Intel(R) Core(TM) i5-6200U CPU @ 2.30GHz',
      memorygb: 8,
      diskgb: 256,
      chassistype: 'Laptop',
      biosversion: '1.4.3, 2016-02-06',
    }),
    uuid: '4c4c4544-0034-3010-8048-b6c04f503732',
    vmsystem: 'Physical',
    agentversion: 'FusionInventory-Agent_v2.5.2-1.fc31',
    partial: false,
  });
  expect(installedapps).toHaveLength(6);
  expect(installedapps?.[0]).toEqual({
    name: 'expat',
    version: '2.2.8-1.fc31',
    publisher: 'Fedora Project',
    installdate: '2019-12-19',
  });
});

test('the parser returns no programs and no addresses when a computer reports none', async () => {
  const inventory = await computer('computer_2');
  expect(inventory.hostname).toBe('COMP1');
  expect(inventory.serialnumber).toBe('2FAGP34');
  expect(inventory.loggedinuser).toBe('local');
  expect(inventory.installedapps).toBeUndefined();
  expect(inventory.ipaddresses).toBeUndefined();
  expect(inventory.osname).toBeUndefined();
});

test('the parser returns one sorted row per program name for three thousand programs', async () => {
  const bytes = await Bun.file(new URL('computer_3.json', FOLDER)).bytes();
  const inventory = normalizeInventory(decodeInventoryBody(bytes, 'application/json', null));
  if (inventory.kind !== 'computer') throw new Error('not a computer');
  expect(inventory).toMatchObject({ hostname: 'LF014', serialnumber: '8C554721F', loggedinuser: 'johan' });
  expect(inventory.lastboottime).toBe('2017-02-20T07:11:53.000Z');
  expect(inventory.ipaddresses).toEqual(['172.28.220.96', '172.28.220.181']);
  expect(inventory.installedapps).toHaveLength(2988);
  const names = inventory.installedapps?.map((app) => app.name.toLowerCase()) ?? [];
  expect(names).toEqual([...new Set(names)].sort());
});

test('the parser returns the highest version when a program has several', async () => {
  const { installedapps } = await computer('computer_3');
  expect(installedapps?.find((app) => app.name === 'kernel')?.version).toBe('4.9.9-200.fc25');
});

test('the parser reads a phone with an accented name and an invalid boot time', async () => {
  expect(await device('phone_1')).toEqual({
    kind: 'phone',
    assettype: 'Phone',
    name: 'Mi9TPro-TéléphoneM',
    hostname: undefined,
    serialnumber: 'af8d8fcfa6fa4794',
    manufacturer: 'Xiaomi',
    model: 'Mi 9T Pro',
    firmware: 'Q Android 10.0 api 29',
    ipaddresses: ['172.28.214.132'],
    macaddresses: ['e0:dc:ff:ed:09:59'],
    location: undefined,
    pagecount: undefined,
    supplies: undefined,
  });
});

test('the parser reads the page count and toner of a printer', async () => {
  expect(await device('printer_1')).toMatchObject({
    kind: 'printer',
    assettype: 'Printer',
    name: 'NPIF2BE10',
    hostname: 'NPIF2BE10',
    serialnumber: 'PHCVN191TG',
    manufacturer: 'Hewlett-Packard',
    model: 'HP LaserJet M507',
    firmware: '2409048_052887',
    ipaddresses: ['10.59.29.175'],
    macaddresses: ['00:68:eb:f2:be:10'],
    pagecount: 1802,
    supplies: [{ name: 'tonerblack', level: 71, text: '71' }],
  });
  expect(await device('printer_2')).toMatchObject({
    name: 'MX5970',
    serialnumber: 'SDFSDF9874',
    pagecount: 800,
  });
});

test('two inventories of one printer differ only in their ports', async () => {
  const [third, second] = [await device('printer_3'), await device('printer_2')];
  expect<object>({ ...third, ports: second.ports }).toEqual(second);
});

test('the parser reads the addresses of a fabric interconnect without those of its ports', async () => {
  expect(await device('networkequipment_1')).toMatchObject({
    kind: 'network',
    assettype: 'Network device',
    name: 'ucs6248up-cluster-pa3-B',
    serialnumber: 'SSI1912014B',
    manufacturer: 'Cisco',
    model: 'UCS 6248UP 48-Port',
    firmware: '5.0(3)N2(4.02b)',
    location: 'paris.pa3',
    ipaddresses: ['10.2.5.10', '192.168.12.5'],
    macaddresses: ['8c:60:4f:8d:ae:fc'],
  });
});

test('the parser reads switches of two other manufacturers', async () => {
  expect(await device('networkequipment_3')).toMatchObject({
    name: 'HP-2530-48G',
    serialnumber: 'CN5BFP62CP',
    ipaddresses: ['192.168.63.30'],
  });
  expect(await device('networkequipment_5')).toMatchObject({
    name: 'DGS-3420-52T',
    serialnumber: 'R3843D1000001',
    location: 'WOB Serverraum',
    ipaddresses: ['192.168.16.51'],
  });
});

test('the parser returns the same result for any order of the programs', async () => {
  const document = await Bun.file(new URL('computer_3.json', FOLDER)).json();
  const forward = normalizeInventory({ message: document });
  document.content.softwares.reverse();
  expect(normalizeInventory({ message: document })).toEqual(forward);
});
