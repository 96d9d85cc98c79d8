import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const SEPARATOR = /\s*[:.-]\s*|\s+/;
const MAC_BYTES = 6;
const MAC_DIGITS = 2 * MAC_BYTES;

/**
 * Returns a MAC address as `00:1a:2b:3c:4d:5e`; undefined when the text is none. Colons, dashes, dots, blanks or nothing
 * may be between its groups. In six groups a leading zero may be missing, as in `0-1a-2b-3-c-d`.
 */
export function readMacAddress(text: string): string | undefined {
  const groups = text.trim().toLowerCase().split(SEPARATOR);
  if (!groups.every((group) => /^[0-9a-f]+$/.test(group))) return undefined;
  const isByBytes = groups.length === MAC_BYTES && groups.every((group) => group.length <= 2);
  const digits = (isByBytes ? groups.map((group) => group.padStart(2, '0')) : groups).join('');
  return digits.length === MAC_DIGITS ? digits.replace(/..(?!$)/g, '$&:') : undefined;
}

/**
 * Returns an IP address in its one form: IPv4 with four decimal numbers, IPv6 as RFC 5952 writes it, and an IPv4 address
 * mapped into IPv6 as IPv4. Undefined when the text is none; a zone (`%eth0`) belongs to no address.
 */
export function readIpAddress(text: string): string | undefined {
  const address = text.trim();
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return address.includes(':') ? ipaddr.process(address).toString() : address;
}

/** Returns a MAC or IP address, or an IP range such as `2001:db8::/64`, in the form in which it is stored. */
function readAddress(text: string): string | undefined {
  const [, address = text, prefix = ''] = /^([^/]+)(\/\d{1,3})$/.exec(text.trim()) ?? [];
  const ip = readIpAddress(address.trim().replace(/^\[(.*)\]$/, '$1'));
  if (ip !== undefined) return ip + prefix;
  return prefix === '' ? readMacAddress(address) : undefined;
}

/** Returns what to search for: the text, and the stored form of the address that it is in another notation. */
export const listAddressSpellings = (text: string): string[] => [
  ...new Set([text, readAddress(text) ?? text]),
];
