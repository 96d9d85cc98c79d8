import ipaddr from 'ipaddr.js';
import { readMacAddress } from '../../../src/kit/network-address.ts';

const LOCAL_RANGES = new Set(['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast']);

/**
 * Returns canonical IP addresses in their order, each once, without loopback, link-local and other unusable
 * ones.
 */
export function filterUsableIpAddresses(values: readonly (string | undefined)[]): string[] {
  return distinctValues(values.map(canonicalIp));
}

/**
 * Returns MAC addresses as `aa:bb:cc:dd:ee:ff` in their order, each once, without all-zero and group ones.
 */
export function filterUsableMacAddresses(values: readonly (string | undefined)[]): string[] {
  return distinctValues(values.map(canonicalMac));
}

/** Reports whether a text is an IP address of any range, with or without a zone or a prefix length. */
export const isIpAddress = (value: string): boolean => addressIn(value) !== undefined;

/** Reports whether a text is a MAC address of any kind, in any notation. */
export const isMacAddress = (value: string): boolean => readMacAddress(value) !== undefined;

function addressIn(value: string): string | undefined {
  const text = value.split(/[%/]/, 1)[0] ?? '';
  // ipaddr.js also accepts "1", "0x7f.1" and octal numbers as IPv4.
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? text : undefined;
}

function canonicalIp(value: string | undefined): string | undefined {
  const text = value === undefined ? undefined : addressIn(value);
  if (text === undefined) return undefined;
  const address = ipaddr.process(text);
  return LOCAL_RANGES.has(address.range()) ? undefined : address.toString();
}

function canonicalMac(value: string | undefined): string | undefined {
  const mac = value === undefined ? undefined : readMacAddress(value);
  if (mac === undefined || mac === '00:00:00:00:00:00') return undefined;
  const isGroup = (Number.parseInt(mac.slice(0, 2), 16) & 1) === 1;
  return isGroup ? undefined : mac;
}

function distinctValues(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
