import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The caller's address. Forwarded headers count only behind that many trusted proxies: then it is the Nth entry of
 * X-Forwarded-For from the right, and a malformed one falls back to the socket's.
 */
export function clientAddress(socket: string, forwarded: string | null, trustedProxies: number): string {
  if (trustedProxies > 0 && forwarded) {
    const named = forwarded.split(',').at(-trustedProxies)?.trim();
    if (named && isIP(named)) return canonicalAddress(named);
  }
  return canonicalAddress(socket);
}

/** As nearly every socket says it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** An IPv4 address mapped into IPv6 is the IPv4 address. */
export function canonicalAddress(address: string): string {
  if (!address.includes(':') || !isIP(address)) return address;
  return MAPPED.exec(address)?.[1] ?? ipaddr.process(address).toString();
}

/** An address of the machine itself. */
export const isLoopback = (socket: string): boolean =>
  isIP(socket) !== 0 && ipaddr.process(socket).range() === 'loopback';

const FORWARDING =
  /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|(true|x|cf-connecting|x-cluster)-client-ip|cf-connecting-ip)$/;

/** Whether a proxy says that it calls for somebody else. */
export const isForwarded = (headers: Headers): boolean =>
  [...headers.keys()].some((name) => FORWARDING.test(name));

const IPV6_NETWORK_PARTS = 4;

/**
 * What attempts are counted by: an IPv4 address, or the /64 network of an IPv6 one. Whoever has an address of such a
 * network has all of them.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, IPV6_NETWORK_PARTS);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

/** Whether the address lies in one of the ranges of a comma list such as `10.0.0.0/8, fd00::/8`. */
export function inRanges(address: string, list: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .some((range) => {
      const cidr = range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`;
      if (!ipaddr.isValidCIDR(cidr)) return false;
      const [base, bits] = ipaddr.parseCIDR(cidr);
      return base.kind() === parsed.kind() && parsed.match([base, bits] as never);
    });
}
