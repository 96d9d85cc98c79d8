import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readIpAddress } from '../network-address.ts';

/** The prefix of a caller's address if the forwarded entry is no address. The proxy's address follows. */
const UNKNOWN = 'unknown via ';

/**
 * Returns the address of the caller in canonical form. With N trusted proxies it is the Nth entry of
 * X-Forwarded-For from the right. Without trusted proxies, and for a request without that header, it is the
 * address of the socket. If the entry is missing or is no address, returns
 * `unknown via <address of the socket>`. That text is in no range, and limits count it with the proxy.
 */
export function resolveClientAddress(
  socket: string,
  forwarded: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies === 0 || forwarded === null) return canonicalizeAddress(socket);
  const entry = forwarded.split(',').at(-trustedProxies) ?? '';
  return readForwarded(entry) ?? `${UNKNOWN}${canonicalizeAddress(socket)}`;
}

/** Returns the address to show to callers; `unknown` instead of `unknown via <proxy>`. */
export const toPublicAddress = (address: string): string =>
  address.startsWith(UNKNOWN) ? 'unknown' : address;

/** An IPv4 address, or an address in brackets, with or without a port. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/;
const MAX_PORT = 65_535;

/**
 * Returns the address of an entry such as `203.0.113.9:51234` or `"[2001:db8::7]:443"`. Returns undefined if
 * there is none.
 */
function readForwarded(entry: string): string | undefined {
  const text = unquote(entry.trim()).trim();
  const [, bracketed, plain, port = '0'] = WITH_PORT.exec(text) ?? [];
  // The zone of a link-local address has a meaning on the proxy only.
  const address = (bracketed ?? plain ?? text).replace(/%.*$/s, '');
  return isIP(address) && Number(port) <= MAX_PORT ? canonicalizeAddress(address) : undefined;
}

const unquote = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;

/** An IPv4 address mapped into IPv6, as nearly every socket reports it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/**
 * Returns the canonical form of an IP address; any other text is unchanged. A mapped IPv4 address becomes the
 * IPv4 address.
 */
export const canonicalizeAddress = (address: string): string =>
  MAPPED.exec(address)?.[1] ?? readIpAddress(address) ?? address;

/** Reports whether an address is a loopback address. Any other text is none. */
export const isLoopback = (socket: string): boolean =>
  isIP(socket) !== 0 && ipaddr.process(socket).range() === 'loopback';

const FORWARDING =
  /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|(true|x|cf-connecting|x-cluster)-client-ip|cf-connecting-ip)$/;

/** Reports whether a header shows that a proxy forwards the request for another client. */
export const isForwarded = (headers: Headers): boolean =>
  [...headers.keys()].some((name) => FORWARDING.test(name));

const IPV6_NETWORK_PARTS = 4;

/**
 * Returns the key by which limits count an address: an IPv4 address, or the /64 network of an IPv6 address.
 * One host can use all addresses of such a network. An address `unknown via <proxy>` counts as that proxy.
 */
export function networkOf(address: string): string {
  if (address.startsWith(UNKNOWN)) return networkOf(address.slice(UNKNOWN.length));
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, IPV6_NETWORK_PARTS);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

/**
 * Reports whether an address is in a comma-separated list of addresses and ranges such as `10.0.0.0/8,
 * fd00::/8`. An invalid address is in no list, and an invalid entry contains no address.
 */
export function isInRanges(address: string, list: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .some((text) => {
      const range = parseRange(text);
      return range !== undefined && range[0].kind() === parsed.kind() && parsed.match(range as never);
    });
}

/** The number of bits of an IPv6 address before the IPv4 address that is mapped into it. */
const MAPPED_BITS = 96;

/**
 * Returns the first address and the prefix length of a range. Returns undefined if the text is no range. A
 * mapped range becomes IPv4.
 */
function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(cidr)) return undefined;
  const [base, bits] = ipaddr.parseCIDR(cidr);
  const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [base.toIPv4Address(), bits - MAPPED_BITS] : [base, bits];
}
