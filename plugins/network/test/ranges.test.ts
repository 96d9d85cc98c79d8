import { expect, test } from 'bun:test';
import { listFreeNumbers, parseAddress, parseRange, rangeKeysOf, usableRangeOf } from '../subnets/ranges.ts';

test('parseRange removes host bits and shortens and lowercases IPv6', () => {
  const forms = [
    '10.1.2.0/24',
    '10.1.2.77/24',
    ' 10.1.2.255 / 24 ',
    '2001:DB8:0:1::5/64',
    '0.0.0.0/0',
    '::/0',
  ];
  expect(forms.map((text) => parseRange(text)?.cidr)).toEqual([
    '10.1.2.0/24',
    '10.1.2.0/24',
    '10.1.2.0/24',
    '2001:db8:0:1::/64',
    '0.0.0.0/0',
    '::/0',
  ]);
});

test('parseRange returns undefined when the range is invalid', () => {
  for (const text of [
    '10.1.2.0',
    '10.1.2.0/33',
    '10.1.2.0/08',
    '10.1.2.0/２４',
    '10.1.2/24',
    '1/8',
    '::/129',
    'x/24',
    '10.1.2.0/-1',
    '0x0a.1.2.3/8',
    '',
  ])
    expect([text, parseRange(text)]).toEqual([text, undefined]);
});

test('address keys sort by number, and IPv4 is in no IPv6 range', () => {
  const keys = [
    '9.255.255.255',
    '10.0.0.2',
    '10.0.0.10',
    '255.255.255.255',
    '::1',
    '2001:db8::1',
    'fe80::',
  ].map((text) => parseAddress(text)!.key);
  expect(keys.toSorted()).toEqual(keys);
  expect(parseAddress('::ffff:10.0.0.2')).toEqual(parseAddress('10.0.0.2'));
  const all = rangeKeysOf(parseRange('::/0')!);
  expect(parseAddress('10.0.0.2')!.key < all.first).toBe(true);
});

test('usableRangeOf excludes network and broadcast addresses except in a /31 and a /32', () => {
  const size = (cidr: string) => {
    const { first, last } = usableRangeOf(parseRange(cidr)!);
    return last - first + 1n;
  };
  expect(['10.0.0.0/30', '10.0.0.0/31', '10.0.0.0/32', '2001:db8::/64'].map(size)).toEqual([
    2n,
    2n,
    1n,
    2n ** 64n,
  ]);
});

test('listFreeNumbers returns free numbers of a page, also in a range of 2^64', () => {
  const range = { first: 1n, last: 10n };
  expect(listFreeNumbers(range, [1n, 2n, 5n, 10n], 0n, 3)).toEqual([3n, 4n, 6n]);
  expect(listFreeNumbers(range, [1n, 2n, 5n, 10n], 3n, 9)).toEqual([7n, 8n, 9n]);
  expect(listFreeNumbers(range, [], 10n, 5)).toEqual([]);
  // Counting to this offset one by one would not finish.
  expect(listFreeNumbers({ first: 0n, last: 2n ** 64n }, [7n], 2n ** 63n, 1)).toEqual([2n ** 63n + 1n]);
});
