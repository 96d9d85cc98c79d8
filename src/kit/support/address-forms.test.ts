import { expect, test } from 'bun:test';
import { NameFieldMatcher } from './known-names.ts';
import { NameMask } from './name-mask.ts';

const maskNames = (text: string, ...names: string[]) =>
  new NameMask(
    names.map((name) => [name, 'person'] as const),
    new NameFieldMatcher([]),
  ).mask(text);

test.each([
  ['connect ECONNREFUSED 2001:db8:1:2:3:4:5:6:8443', 'connect ECONNREFUSED address-1:8443'],
  ['ip:2001:db8::77', 'ip:address-1'],
  ['tcp:2001:db8:1:2:3:4:5:6', 'tcp:address-1'],
  ['source:2001:db8::77, v2001:db8::77', 'source:address-1, vaddress-1'],
  ['2001:db8::77: refused', 'address-1: refused'],
  ['::ffff:10.1.2.3 and 10.1.2.3', 'address-1 and address-1'],
  ['64:ff9b::10.1.2.3', 'address-1'],
  ['host:10.1.2.3:8443', 'host:address-1:8443'],
  ['10.1.2.3x v10.1.2.4', 'address-1x vaddress-2'],
  ['10.1.2.3.8443 > 10.1.2.4', 'address-1.8443 > address-2'],
  ['10.1.2.5.log', 'address-1.log'],
  ['host_10.1.2.9', 'host_address-1'],
  ['192.168.010.001 is 192.168.10.1', 'address-1 is address-1'],
])('the name mask replaces the IP address in %s', (text, expected) => {
  expect(maskNames(text)).toBe(expected);
});

test.each([
  ['AABBCCDDEEF2, aabb.ccdd.eef2, aa:bb:cc:dd:ee:f2, AA-BB-CC-DD-EE-F2', 4],
  ['mac:aa:bb:cc:dd:ee:f2 (aabbccddeef2)', 2],
  ['a:b:c:d:e:f5', 1],
])('the name mask replaces the MAC addresses in %s', (text, count) => {
  expect(maskNames(text).match(/address-1/g)?.length).toBe(count);
  expect(maskNames(text)).not.toMatch(/f[25]/i);
});

test.each([
  'version 1.2.3 and 1.2.3.4.5',
  '13:05:09.123 and std::bad_alloc',
  '127.0.0.1:443, ::1 and ::ffff:127.0.0.1',
  '00112233-4455-6677-8899-aabbccddeeff',
  '137438953472 bytes',
])('the name mask does not change %s', (text) => {
  expect(maskNames(text)).toBe(text);
});

test.each([
  ['550 <"hans meier"@plant.example>', '550 <person-1>'],
  ["o'brien@plant.example.", 'person-1.'],
  ["'hans@plant.example' and hans@plant.example", "'person-1' and person-1"],
  ['?hans.meier%40plant.example', '?person-1'],
  ['hans@[10.1.2.3]', 'person-1'],
  ["for 'h.meier'@'pc-77.plant.example'", "for 'person-1'@'pc-1'"],
  ["for 'root'@'10.1.2.3'", "for 'root'@'address-1'"],
])('the name mask replaces the person in %s', (text, expected) => {
  expect(maskNames(text)).toBe(expected);
});

test.each([
  ['C:\\Users\\Hans Meier\\x', 'C:\\Users\\person-1\\x'],
  ["'C:\\Users\\hans meier' is missing", "'C:\\Users\\person-1' is missing"],
  ['C:\\Users\\Hans Meier is missing', 'C:\\Users\\person-1 is missing'],
  ['C:\\\\Users\\\\hmeier', 'C:\\\\Users\\\\person-1'],
  ['C:\\Users\\otto and C:\\Users\\anna', 'C:\\Users\\person-1 and C:\\Users\\person-2'],
  ['C:/Users/Hans Meier/x', 'C:/Users/person-1/x'],
  ['at /home/anna and /home/otto', 'at /home/person-1 and /home/person-2'],
])('the name mask replaces the account in %s', (text, expected) => {
  expect(maskNames(text)).toBe(expected);
});

test('the name mask replaces both orders of a name with the same placeholder', () => {
  expect(maskNames('Lindqvist, Anna; ANNA LINDQVIST; Lindqvist Anna', 'Anna Lindqvist')).toBe(
    'person-1; person-1; person-1',
  );
  expect(maskNames('Anna Maria Lindqvist', 'Lindqvist, Anna Maria')).toBe('person-1');
});

test('the name mask replaces a MAC address in a name field in any notation', () => {
  const mask = new NameMask([], new NameFieldMatcher(['macaddress']));
  expect(mask.maskField('macaddress', 'aabbcc-ddeeff')).toBe('address-1');
  expect(mask.mask('AA:BB:CC:DD:EE:FF')).toBe('address-1');
  expect(mask.maskField('username', '570012345678')).toBe('person-1');
});
