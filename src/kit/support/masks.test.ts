import { expect, test } from 'bun:test';
import { NameFieldMatcher } from './known-names.ts';
import { NameMask } from './name-mask.ts';
import { SecretMask } from './secret-mask.ts';

const fields = new NameFieldMatcher(['holdername']);
const nameMask = (...names: [string, 'person' | 'pc'][]) => new NameMask(names, fields);

test('the secret mask replaces a long secret within a word and a short one as a whole word', () => {
  const { mask } = bound(new SecretMask(['long-secret', '4711']));
  expect(mask('xlong-secretx and 4711')).toBe('x********x and ********');
  expect(mask('part 24711 of long-secre')).toBe('part 24711 of long-secre');
});

test('the secret mask removes the user and the query of a URL', () => {
  const { mask } = bound(new SecretMask([]));
  expect(mask('at sftp://me:pw@nas.example/x#SHA256:abc')).toBe('at sftp://nas.example/x#SHA256:abc');
  expect(mask('GET https://a.example/b?token=c&d=e failed')).toBe('GET https://a.example/b?******** failed');
  expect(mask('is it 1? yes')).toBe('is it 1? yes');
});

test('the secret mask replaces tokens, hashes and private keys by their format', () => {
  const { mask } = bound(new SecretMask([]));
  for (const token of [
    'mw_pat_ABCDEFGH_0123456789',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9m',
    '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----',
  ])
    expect(mask(`<${token}>`)).toBe('<********>');
});

test('the name mask ignores letter case and replaces the longest name first', () => {
  const { mask } = bound(nameMask(['Grace', 'person'], ['Grace Hopper', 'person'], ['SHOP-PC-1', 'pc']));
  expect(mask('grace hopper and GRACE HOPPER, and Grace at shop-pc-1')).toBe(
    'person-1 and person-1, and person-2 at pc-1',
  );
  expect(mask('disgrace at shop-pc-12')).toBe('disgrace at shop-pc-12');
});

test('the name mask distinguishes 20,000 PC names with the same prefix', () => {
  const names = Array.from({ length: 20_000 }, (_, n): [string, 'pc'] => [`SHOP-PC-${n + 10_000}`, 'pc']);
  const { mask } = bound(nameMask(...names));
  expect(mask('shop-pc-10000, shop-pc-29999, shop-pc-10000, shop-pc-30000')).toBe(
    'pc-1, pc-2, pc-1, shop-pc-30000',
  );
});

test('the name mask replaces addresses, but not fingerprints, times and versions', () => {
  const { mask } = bound(nameMask());
  expect(mask('10.0.0.7:8443, [2001:db8::7]:80, 02:1A:2b:3c:4d:5e and a.b@c.example')).toBe(
    'address-3:8443, [address-1]:80, address-2 and person-1',
  );
  for (const text of [
    '13:05:09.123',
    '127.0.0.1 and ::1',
    '2026-01-31T13:05:09.123Z',
    'AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF:01',
    'version 1.2.3.4.5',
    '999.1.1.1',
  ])
    expect(mask(text)).toBe(text);
});

test('the name mask replaces unknown names in name fields, but not generic ones', () => {
  const mask = nameMask();
  expect(mask.maskField('holdername', 'Somebody Unknown')).toBe('person-1');
  expect(mask.maskField('scannedby', 'somebody unknown')).toBe('person-1');
  expect(mask.maskField('hostname', 'box-7')).toBe('pc-1');
  expect(mask.maskField('username', 'admin')).toBeUndefined();
  expect(mask.maskField('reason', 'Somebody Unknown')).toBeUndefined();
});

const bound = (of: { mask(text: string): string }) => ({ mask: (text: string) => of.mask(text) });
