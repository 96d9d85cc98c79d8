import ipaddr from 'ipaddr.js';

/** An address as text that sorts like its number: "4" and 8 hexadecimal digits, or "6" and 32. */
export type AddressKey = string;

type Family = 4 | 6;
const BITS: Record<Family, number> = { 4: 32, 6: 128 };

export interface Range {
  /** The canonical CIDR: no host bits, IPv6 compressed and in lower case. */
  cidr: string;
  family: Family;
  prefix: number;
  first: bigint;
  last: bigint;
}

/** Parses an address. An IPv4-mapped IPv6 address becomes IPv4. Returns undefined for an invalid address. */
function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = text.trim();
  // The parser of ipaddr.js also accepts "1", "0x7f.1" and octal numbers as IPv4.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !/^[\da-f:.]*:[\da-f:.]*$/i.test(address))
    return undefined;
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint =>
  address.toByteArray().reduce((number, byte) => number * 256n + BigInt(byte), 0n);

const familyOf = (address: ipaddr.IPv4 | ipaddr.IPv6): Family => (address.kind() === 'ipv4' ? 4 : 6);

/** Returns the range of a CIDR, whose address may have host bits. Returns undefined for an invalid CIDR. */
export function parseRange(cidr: string): Range | undefined {
  const [, text = '', digits = ''] = /^\s*(\S+?)\s*\/\s*(0|[1-9]\d{0,2})\s*$/.exec(cidr) ?? [];
  const address = parseIp(text);
  if (!address) return undefined;
  const family = familyOf(address);
  const prefix = Number(digits);
  if (prefix > BITS[family]) return undefined;
  const size = 1n << BigInt(BITS[family] - prefix);
  const first = (numberOf(address) / size) * size;
  const range = { family, prefix, first, last: first + size - 1n };
  return { ...range, cidr: `${formatAddress(family, first)}/${prefix}` };
}

/** Returns the canonical address and its key. Returns undefined for an invalid address. */
export function parseAddress(text: string): { address: string; key: AddressKey } | undefined {
  const address = parseIp(text);
  if (!address) return undefined;
  const digits = address.toByteArray().map((byte) => byte.toString(16).padStart(2, '0'));
  return { address: address.toString(), key: familyOf(address) + digits.join('') };
}

/** Returns the sortable key of the address with this number. */
export const addressKeyOf = (family: Family, number: bigint): AddressKey =>
  family + number.toString(16).padStart(BITS[family] / 4, '0');

/** Returns the keys of the first and the last address of a range. */
export const rangeKeysOf = ({ family, first, last }: Range): { first: AddressKey; last: AddressKey } => ({
  first: addressKeyOf(family, first),
  last: addressKeyOf(family, last),
});

/** Returns the address with this key as a number. */
export const numberOfKey = (key: AddressKey): bigint => BigInt(`0x${key.slice(1)}`);

/** Formats a number as an address. */
export function formatAddress(family: Family, number: bigint): string {
  const bytes = Array.from({ length: BITS[family] / 8 }, (_, index) =>
    Number((number >> BigInt(BITS[family] - 8 * (index + 1))) & 255n),
  );
  return ipaddr.fromByteArray(bytes).toString();
}

/**
 * Returns the addresses that hosts can use. In IPv4 the network address and the broadcast address are
 * excluded, except for /31 and /32.
 */
export function usableRangeOf({ family, prefix, first, last }: Range): { first: bigint; last: bigint } {
  const isPlain = family === 6 || prefix >= 31;
  return isPlain ? { first, last } : { first: first + 1n, last: last - 1n };
}

/**
 * Returns at most `count` free numbers of a range, lowest first, after the first `offset` free ones. `taken`
 * must be sorted and distinct.
 */
export function listFreeNumbers(
  { first, last }: { first: bigint; last: bigint },
  taken: readonly bigint[],
  offset: bigint,
  count: number,
): bigint[] {
  const free: bigint[] = [];
  let skip = offset;
  let from = first;
  for (const end of [...taken.filter((number) => number >= first && number <= last), last + 1n]) {
    const gap = end - from;
    if (skip >= gap) skip -= gap;
    else {
      for (let number = from + skip; number < end && free.length < count; number++) free.push(number);
      skip = 0n;
    }
    if (free.length === count) break;
    from = end + 1n;
  }
  return free;
}
