import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import {
  type ComputerInventory,
  compareVersions,
  InventoryError,
  normalizeInventory,
} from '../glpi/index.ts';

function computer(content: Record<string, unknown>): ComputerInventory {
  const hardware = { name: 'PC01', ...(content.hardware as object) };
  const inventory = normalizeInventory({ message: { deviceid: 'x', content: { ...content, hardware } } });
  if (inventory.kind !== 'computer') throw new Error('not a computer');
  return inventory;
}

test('the parser preserves the domain and letter case of a host name', () => {
  expect(computer({ hardware: { name: 'Cell-07.plant.example' } }).hostname).toBe('Cell-07.plant.example');
});

test('the parser removes control and invisible characters from names', () => {
  expect(computer({ hardware: { name: ' PC\u0000\u202e01\n' } }).hostname).toBe('PC 01');
  expect(computer({ bios: { smodel: 'OptiPlex\t\u200b 7090 ' } }).model).toBe('OptiPlex 7090');
});

test('the parser ignores placeholder serial numbers and manufacturers', () => {
  const none = [
    '',
    '0',
    'None',
    'Default string',
    'To be filled by O.E.M.',
    'System Serial Number',
    '0000000000',
  ];
  for (const ssn of [...none, 'FFFFFFFF', 'xxxx', '.......', 'N/A', 'Not Specified', '  none ']) {
    expect(computer({ bios: { ssn } }).serialnumber).toBeUndefined();
  }
  expect(
    computer({ bios: { smanufacturer: 'System manufacturer', mmanufacturer: 'ASUS' } }).manufacturer,
  ).toBe('ASUS');
  expect(computer({ bios: { ssn: 1234567 } }).serialnumber).toBe('1234567');
});

test('the parser drops loopback, link-local, unset and virtual addresses, and normalizes the rest', () => {
  const { ipaddresses, macaddresses } = computer({
    networks: [
      { ipaddress: '127.0.0.1', mac: '00:00:00:00:00:00' },
      { ipaddress: '0.0.0.0', ipaddress6: 'FE80::1%3' },
      { ipaddress: '169.254.7.7', ipaddress6: '::1', mac: 'ff:ff:ff:ff:ff:ff' },
      { ipaddress: '172.17.0.1', mac: '02:42:00:00:00:01', virtualdev: true },
      { ipaddress: '172.18.0.1', mac: '02:42:00:00:00:02', virtualdev: '1' },
      { ipaddress: '10.1.2.3', ipaddress6: '2001:DB8:0::7', mac: 'AA-BB-CC-DD-EE-00' },
      { ipaddress: '10.1.2.3', mac: 'aa:bb:cc:dd:ee:00', virtualdev: false },
      { ipaddress: 'dhcp', mac: 'none' },
      { ipaddress: '010.1.2.3' },
    ],
  });
  expect(ipaddresses).toEqual(['10.1.2.3', '2001:db8::7']);
  expect(macaddresses).toEqual(['aa:bb:cc:dd:ee:00']);
});

test('the parser converts boot times to UTC and drops invalid ones', () => {
  const boot = (boot_time: string, offset?: string) =>
    computer({ operatingsystem: { boot_time, timezone: { offset } } }).lastboottime;
  expect(boot('2026-03-01 00:30:00', '+0200')).toBe('2026-02-28T22:30:00.000Z');
  expect(boot('2026-03-01 00:30:00', '-03:30')).toBe('2026-03-01T04:00:00.000Z');
  expect(boot('2026-03-01 00:30')).toBe('2026-03-01T00:30:00.000Z');
  for (const nonsense of [
    '2019-54-17 10:54:37',
    '2026-02-30 01:01:01',
    '2026-01-01 25:00:00',
    'yesterday',
    '',
  ]) {
    expect(boot(nonsense, '+0200')).toBeUndefined();
  }
});

test('the parser merges versions of a program, ignoring letter case, and puts the highest first', () => {
  const softwares = [
    { name: 'Tool', version: '1.9', publisher: 'A' },
    { name: 'TOOL', version: '1.10' },
    { name: 'tool', version: '1.2' },
    { version: '7' },
    { name: 'Calc', version: 3 },
  ];
  expect(computer({ softwares }).installedapps).toEqual([
    { name: 'Calc', version: '3', publisher: undefined },
    { name: 'TOOL', version: '1.10', publisher: undefined, others: ['1.9', '1.2'] },
  ]);
});

test('the parser cuts program names to 255 characters without splitting a character', () => {
  const [app] =
    computer({ softwares: [{ name: `${'a'.repeat(254)}😀 tail`, version: '1' }] }).installedapps ?? [];
  expect(app?.name).toBe('a'.repeat(254));
});

test('the parser reads the full name and version of the operating system', () => {
  const windows = { name: 'Windows', full_name: 'Microsoft Windows 11 Pro', version: '23H2' };
  expect(computer({ operatingsystem: windows })).toMatchObject({
    osname: 'Microsoft Windows 11 Pro',
    osversion: '23H2',
  });
});

test('the parser prefers the last user when logged in, and root only when alone', () => {
  const user = (lastloggeduser: string | undefined, ...logins: string[]) =>
    computer({ hardware: { lastloggeduser }, users: logins.map((login) => ({ login })) }).loggedinuser;
  expect(user('ana', 'bo', 'ana')).toBe('ana');
  expect(user('root', 'root', 'bo')).toBe('bo');
  expect(user('gone', 'bo')).toBe('bo');
  expect(user('gone')).toBe('gone');
  expect(user(undefined, 'root')).toBe('root');
  expect(user('wtmp')).toBeUndefined();
});

test('the parser marks a partial inventory', () => {
  const message = { deviceid: 'x', partial: true, content: { hardware: { name: 'PC01' } } };
  expect(normalizeInventory({ message })).toMatchObject({ partial: true });
});

test('the parser reads unknown item types as other assets', () => {
  const message = {
    deviceid: 'x',
    itemtype: 'Storage',
    content: { network_device: { name: 'nas1', serial: 'S1' } },
  };
  expect(normalizeInventory({ message })).toMatchObject({
    kind: 'other',
    assettype: 'Other',
    hostname: 'nas1',
  });
});

test('the parser reads supply levels that are codes as text without a percentage', () => {
  const cartridges = [
    { tonerblack: '-3', tonercyan: 'OK', tonermagenta: 40, drumblack: '101', wastetoner: '99%' },
  ];
  const message = {
    deviceid: 'x',
    itemtype: 'Printer',
    content: { network_device: { name: 'p' }, cartridges },
  };
  expect(normalizeInventory({ message })).toMatchObject({
    supplies: [
      { name: 'drumblack', level: undefined, text: '101' },
      { name: 'tonerblack', level: undefined, text: '-3' },
      { name: 'tonercyan', level: undefined, text: 'OK' },
      { name: 'tonermagenta', level: 40, text: '40' },
      { name: 'wastetoner', level: 99, text: '99%' },
    ],
  });
});

test('compareVersions orders versions by their numbers', () => {
  const ascending = ['', '1.2', '1.9', '1.10', '1.10.1', '2', '2.0', '10', '99999999999999999999'];
  expect(ascending.toReversed().sort(compareVersions)).toEqual(ascending);
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      (a, b) => Math.sign(compareVersions(a, b)) === -Math.sign(compareVersions(b, a)),
    ),
  );
});

test('the parser reads any JSON content or throws an InventoryError', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4 }),
      fc.constantFrom('hardware', 'softwares', 'networks', 'x'),
      (json, key) => {
        const content = { hardware: { name: 'PC01' }, [key]: JSON.parse(json) };
        try {
          return normalizeInventory({ message: { deviceid: 'x', content } }).kind === 'computer';
        } catch (error) {
          return error instanceof InventoryError;
        }
      },
    ),
  );
});
