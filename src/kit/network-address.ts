import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const SEPARATOR = /\s*[:.-]\s*|\s+/;
const MAC_BYTES = 6;
const MAC_DIGITS = 2 * MAC_BYTES;

/**
 * Returns a MAC address as `00:1a:2b:3c:4d:5e`; undefined for any other text. Accepts colons, dashes, dots,
 * blanks or nothing between its groups. In six groups a leading zero may be missing, as in `0-1a-2b-3-c-d`.
 */
export function readMacAddress(text: string): string | undefined {
  const groups = text.trim().toLowerCase().split(SEPARATOR);
  if (!groups.every((group) => /^[0-9a-f]+$/.test(group))) return undefined;
  const isByBytes = groups.length === MAC_BYTES && groups.every((group) => group.length <= 2);
  const digits = (isByBytes ? groups.map((group) => group.padStart(2, '0')) : groups).join('');
  return digits.length === MAC_DIGITS ? digits.replace(/..(?!$)/g, '$&:') : undefined;
}

/**
 * Returns the canonical form of an IP address: IPv4 with four decimal numbers, IPv6 as in RFC 5952, and an
 * IPv4-mapped IPv6 address as IPv4. Returns undefined for any other text. A text with a zone (`%eth0`) is not
 * an address.
 */
export function readIpAddress(text: string): string | undefined {
  const address = text.trim();
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return address.includes(':') ? ipaddr.process(address).toString() : address;
}

/** Returns a MAC or IP address, or an IP range such as `2001:db8::/64`, in its stored form. */
function readAddress(text: string): string | undefined {
  const [, address = text, prefix = ''] = /^([^/]+)(\/\d{1,3})$/.exec(text.trim()) ?? [];
  const ip = readIpAddress(address.trim().replace(/^\[(.*)\]$/, '$1'));
  if (ip !== undefined) return ip + prefix;
  return prefix === '' ? readMacAddress(address) : undefined;
}

/**
 * Returns the texts to search for: the text itself, and its stored form if it is an address in another
 * notation.
 */
export const listAddressSpellings = (text: string): string[] => [
  ...new Set([text, readAddress(text) ?? text]),
];
