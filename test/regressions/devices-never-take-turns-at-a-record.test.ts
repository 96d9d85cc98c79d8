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

const [SHARED, OWN_1, OWN_2] = ['3c:52:82:00:00:01', '3c:52:82:00:00:02', '3c:52:82:00:00:03'] as const;
const TYPES: Record<string, string> = {
  Networking: 'NetworkEquipment',
  Printer: 'Printer',
  Phone: 'Phone',
};

interface Device {
  name: string;
  mac?: string | string[];
  serial?: string;
  ips?: string[];
  manufacturer?: string;
  model?: string;
}

const report = (type: string, device: Device) =>
  ask.inventory({ network_device: { type, ...device } }, { itemtype: TYPES[type] });

interface Outcome {
  devices: Device[];
  /** Number of records once nothing changes any more, and of pairs that are listed as possible duplicates. */
  records: number;
  listed: number;
}

const TURNS: Record<string, Outcome> = {
  'two names on one MAC address': {
    devices: [
      { name: 'sw-a', mac: SHARED },
      { name: 'sw-b', mac: SHARED },
    ],
    records: 2,
    listed: 1,
  },
  'two names on one MAC address, of two makers': {
    devices: [
      { name: 'sw-a', mac: SHARED, manufacturer: 'Abc', model: '1' },
      { name: 'sw-b', mac: SHARED, manufacturer: 'Xyz', model: '2' },
    ],
    records: 2,
    listed: 1,
  },
  'two names on one MAC address, where one has a serial number': {
    devices: [
      { name: 'sw-a', mac: SHARED, serial: 'S-1' },
      { name: 'sw-b', mac: SHARED },
    ],
    records: 2,
    listed: 1,
  },
  'two names on a common MAC address beside their own': {
    devices: [
      { name: 'sw-a', mac: [OWN_1, SHARED] },
      { name: 'sw-b', mac: [OWN_2, SHARED] },
    ],
    records: 2,
    listed: 1,
  },
  'three names on one MAC address, which no longer identifies a device': {
    devices: [
      { name: 'sw-a', mac: SHARED },
      { name: 'sw-b', mac: SHARED },
      { name: 'sw-c', mac: SHARED },
    ],
    records: 3,
    listed: 0,
  },
  'one name with and without a domain': {
    devices: [
      { name: 'sw-a', mac: SHARED },
      { name: 'sw-a.plant.local', mac: SHARED },
    ],
    records: 1,
    listed: 0,
  },
  'one name in several letter cases': {
    devices: [
      { name: 'sw-ä', mac: SHARED },
      { name: 'SW-Ä', mac: SHARED },
    ],
    records: 1,
    listed: 0,
  },
  'a name, then an address instead': {
    devices: [
      { name: 'sw-a', mac: SHARED, ips: ['10.0.0.1'] },
      { name: '10.0.0.1', mac: SHARED, ips: ['10.0.0.1'] },
    ],
    records: 1,
    listed: 0,
  },
  'one name and a placeholder for a MAC address': {
    devices: [{ name: 'sw-a', mac: '02:00:00:00:00:00' }],
    records: 1,
    listed: 0,
  },
  'two names and a placeholder for a MAC address': {
    devices: [
      { name: 'sw-a', mac: '02:00:00:00:00:00' },
      { name: 'sw-b', mac: '02:00:00:00:00:00' },
    ],
    records: 2,
    listed: 0,
  },
};

const CASES = Object.keys(TYPES).flatMap((type) =>
  Object.keys(TURNS).map((turns): [string, string] => [type, turns]),
);

test.each(CASES)('repeated reports of a %s change nothing more when they have %s', async (type, turns) => {
  const { devices, records, listed } = TURNS[turns]!;
  const answers = [];
  for (let round = 0; round < 5; round++)
    for (const device of devices) answers.push(await report(type, device));
  const last = answers.slice(-2 * devices.length);
  expect(last.map(({ unchanged }) => unchanged)).toEqual(last.map(() => 1));
  expect(new Set(last.map(({ assetid }) => assetid)).size).toBe(records);
  expect([(await ask.assets()).length, (await ask.collisions()).length]).toEqual([records, listed]);
});

test('a record returns to the device that reports again, without the facts of the other one', async () => {
  const [one, other] = [
    { name: 'sw-a', mac: SHARED },
    { name: 'sw-b', mac: SHARED, manufacturer: 'Xyz', model: '2' },
  ] as const;
  const { assetid } = await report('Networking', one);
  await report('Networking', other);
  expect(await ask.asset(assetid)).toMatchObject({ name: 'sw-b', vendor: 'Xyz', modelnumber: '2' });
  await report('Networking', one);
  expect(await ask.asset(assetid)).toMatchObject({ name: 'sw-a', vendor: null, modelnumber: null });
  const own = await report('Networking', other);
  expect([own.created, own.assetid === assetid]).toEqual([1, false]);
  expect((await ask.collisions()).map(({ reason }) => reason)).toEqual([
    'Two devices report one MAC address, with the names sw-a and sw-b.',
  ]);
});

test('a device keeps its record and gets the new name when it is renamed once', async () => {
  const { assetid } = await report('Networking', { name: 'sw-a', mac: SHARED });
  expect(await report('Networking', { name: 'sw-b', mac: SHARED })).toMatchObject({ assetid, updated: 1 });
  expect(await report('Networking', { name: 'sw-b', mac: SHARED })).toMatchObject({ assetid, unchanged: 1 });
  expect(await ask.asset(assetid)).toMatchObject({ name: 'sw-b' });
});

test('the reports of two devices update one record when a user has merged their records', async () => {
  const devices = ['sw-a', 'sw-b'].map((name) => ({ name, mac: SHARED }));
  for (let round = 0; round < 3; round++) for (const device of devices) await report('Networking', device);
  const [pair] = await ask.collisions();
  expect((await ask.decide(pair.collisionid, true)).status).toBe(200);
  const ids = [];
  for (let round = 0; round < 3; round++)
    for (const device of devices) ids.push((await report('Networking', device)).assetid);
  expect(ids).toEqual(ids.map(() => pair.assets[0].assetid));
  expect(await ask.collisions()).toEqual([]);
});
