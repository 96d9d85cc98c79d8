import ipaddr from 'ipaddr.js';

const LOCAL_RANGES = new Set(['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast']);

/** Canonical IP addresses in the order given, once each, without loopback, link-local and unusable ones. */
export function usableIpAddresses(values: readonly (string | undefined)[]): string[] {
  return distinct(values.map(canonicalIp));
}

/** MAC addresses as `aa:bb:cc:dd:ee:ff` in the order given, once each, without all-zero and group ones. */
export function usableMacAddresses(values: readonly (string | undefined)[]): string[] {
  return distinct(values.map(canonicalMac));
}

function canonicalIp(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = value.split(/[%/]/, 1)[0] ?? '';
  // ipaddr.js also reads "1", "0x7f.1" and octal as IPv4.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return LOCAL_RANGES.has(address.range()) ? undefined : address.toString();
}

function canonicalMac(value: string | undefined): string | undefined {
  const digits = value?.toLowerCase().replace(/[:.-]/g, '') ?? '';
  if (!/^[0-9a-f]{12}$/.test(digits) || digits === '000000000000') return undefined;
  const isGroup = (Number.parseInt(digits.slice(0, 2), 16) & 1) === 1;
  return isGroup ? undefined : digits.replace(/..(?!$)/g, '$&:');
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
