import ipaddr from 'ipaddr.js';

/** An address as text that sorts as the number does: "4" and 8, or "6" and 32 hexadecimal digits. */
export type AddressKey = string;

type Family = 4 | 6;
const BITS: Record<Family, number> = { 4: 32, 6: 128 };

export interface Range {
  /** In its one form: no host bits, IPv6 short and in lower case. */
  cidr: string;
  family: Family;
  prefix: number;
  first: bigint;
  last: bigint;
}

/** The address, IPv4 within IPv6 as IPv4; undefined when it is none. */
function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = text.trim();
  // ipaddr.js also reads "1", "0x7f.1" and octal as IPv4.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !/^[\da-f:.]*:[\da-f:.]*$/i.test(address))
    return undefined;
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint =>
  address.toByteArray().reduce((number, byte) => number * 256n + BigInt(byte), 0n);

const familyOf = (address: ipaddr.IPv4 | ipaddr.IPv6): Family => (address.kind() === 'ipv4' ? 4 : 6);

/** The range of a CIDR; an address within it stands for all of it. Undefined when it is none. */
export function parseRange(cidr: string): Range | undefined {
  const [, text = '', digits = ''] = /^\s*(\S+?)\s*\/\s*(0|[1-9]\d{0,2})\s*$/.exec(cidr) ?? [];
  const address = parsed(text);
  if (!address) return undefined;
  const family = familyOf(address);
  const prefix = Number(digits);
  if (prefix > BITS[family]) return undefined;
  const size = 1n << BigInt(BITS[family] - prefix);
  const first = (numberOf(address) / size) * size;
  const range = { family, prefix, first, last: first + size - 1n };
  return { ...range, cidr: `${formatAddress(family, first)}/${prefix}` };
}

/** The address in its one form, and as a key; undefined when it is none. */
export function parseAddress(text: string): { address: string; key: AddressKey } | undefined {
  const address = parsed(text);
  if (!address) return undefined;
  const digits = address.toByteArray().map((byte) => byte.toString(16).padStart(2, '0'));
  return { address: address.toString(), key: familyOf(address) + digits.join('') };
}

export const addressKeyOf = (family: Family, number: bigint): AddressKey =>
  family + number.toString(16).padStart(BITS[family] / 4, '0');

export const rangeKeysOf = ({ family, first, last }: Range): { first: AddressKey; last: AddressKey } => ({
  first: addressKeyOf(family, first),
  last: addressKeyOf(family, last),
});

export const numberOfKey = (key: AddressKey): bigint => BigInt(`0x${key.slice(1)}`);

/** The address of a number. */
export function formatAddress(family: Family, number: bigint): string {
  const bytes = Array.from({ length: BITS[family] / 8 }, (_, index) =>
    Number((number >> BigInt(BITS[family] - 8 * (index + 1))) & 255n),
  );
  return ipaddr.fromByteArray(bytes).toString();
}

/** What hosts can have: of IPv4 not the network's own address and the broadcast, where there are any. */
export function usableRangeOf({ family, prefix, first, last }: Range): { first: bigint; last: bigint } {
  const isPlain = family === 6 || prefix >= 31;
  return isPlain ? { first, last } : { first: first + 1n, last: last - 1n };
}

/**
 * Free numbers of a range: `count` of them behind the first `offset`. `taken` is sorted, and each number is in it once.
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
