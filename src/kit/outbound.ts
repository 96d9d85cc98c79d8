import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { invalid } from './errors.ts';

/**
 * Ranges in which no server of the plant other than this one is expected: loopback and link-local addresses,
 * and invalid targets.
 */
const REFUSED = new Set([
  'loopback',
  'linkLocal',
  'deprecatedSiteLocal',
  'unspecified',
  'multicast',
  'broadcast',
  'reserved',
]);
/** Metadata services of clouds, which return secrets of the machine. */
const METADATA = new Set([
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
]);
/** The time limit of a name lookup. */
const LOOKUP_MS = 5000;

/**
 * Reports whether this server may connect to the IP address. Throws an Error for any other text.
 * `allowLoopback` allows every address of this server, also a link-local one. Metadata services and other
 * addresses in reserved ranges are always rejected.
 */
export function isAllowedAddress(address: string, allowLoopback: boolean, own = ownAddresses()): boolean {
  const parsed = ipaddr.process(address);
  const forms = parsed.kind() === 'ipv6' ? [parsed, ...listEmbedded(parsed as IPv6)] : [parsed];
  return forms.every((form) => isAllowed(form, allowLoopback, own));
}

function isAllowed(address: IPv4 | IPv6, allowLoopback: boolean, own: ReadonlySet<string>): boolean {
  const text = address.toString();
  if (METADATA.has(text)) return false;
  const range = address.range();
  if (range === 'loopback' || own.has(text)) return allowLoopback;
  return !REFUSED.has(range);
}

/** Returns the IPv4 addresses to which gateways would forward an IPv6 address. */
function listEmbedded(address: IPv6): IPv4[] {
  const bytes = address.toByteArray();
  const at = (start: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ mask));
  switch (address.range()) {
    // NAT64, with the well-known prefix and with those of a site.
    case 'rfc6052':
    // Translated: ::ffff:0:a.b.c.d.
    case 'rfc6145':
      return [at(12)];
    case '6to4':
      return [at(2)];
    // Teredo: its server, and its client with inverted bits.
    case 'teredo':
      return [at(4), at(12, 0xff)];
    // ::1 has the form of an IPv4-compatible address, but is none.
    case 'loopback':
      return [];
    default:
      return isIsatap(bytes) || isCompatible(bytes) ? [at(12)] : [];
  }
}

const isIsatap = (bytes: number[]): boolean =>
  (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;

/** Reports whether an address is IPv4-compatible (`::a.b.c.d`, deprecated). */
const isCompatible = (bytes: number[]): boolean => bytes.slice(0, 12).every((byte) => byte === 0);

/** Returns the addresses of this server on all its networks. */
const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .map(({ address }) => ipaddr.process(address.split('%')[0]!).toString()),
  );

/**
 * Throws 400 for an address that is rejected without a lookup: obviously this server or a reserved range.
 * With `mustBeUrl`, it must also be HTTP or HTTPS.
 */
export function refuseOutboundText(
  field: string,
  text: string,
  mustBeUrl: boolean,
  allowLoopback: boolean,
): void {
  const host = hostOf(text, mustBeUrl);
  if (mustBeUrl && host === undefined)
    throw invalid(field, 'Use an address that starts with http:// or https://.');
  if (isRefusedHost(host ?? text, allowLoopback))
    throw invalid(
      field,
      'This address points to the appliance itself or a reserved range. Use another address.',
    );
}

/**
 * Reports whether a host is refused without a lookup: a blocked IP address, or `localhost` and names below
 * it unless `allowLoopback`. Other names of this machine pass.
 */
export function isRefusedHost(host: string, allowLoopback: boolean): boolean {
  const bare = asOnTheWeb(host)
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const isLocalName = bare === 'localhost' || bare.endsWith('.localhost');
  return isIP(bare) ? !isAllowedAddress(bare, allowLoopback) : isLocalName && !allowLoopback;
}

/**
 * Returns the host of an address as a browser normalizes it; undefined when the text is not an address of the
 * required kind.
 */
function hostOf(text: string, isWeb: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' || protocol === 'https:') return hostname;
  return isWeb || hostname === '' ? undefined : asOnTheWeb(hostname);
}

/**
 * Normalizes a host as the URL parser does for HTTP addresses. Operating systems read 2130706433, 0x7f.1 and
 * 0177.0.0.1 as IP addresses. Hosts of databases and mail servers need the same normalization.
 */
function asOnTheWeb(host: string): string {
  const address = `http://${host}/`;
  return /[\s/?#@\\]/.test(host) || !URL.canParse(address) ? host : new URL(address).hostname;
}

/**
 * Returns the addresses of a host. Throws a `RefusedAddressError` when this server may not connect to one of
 * them, when there are none, and when the lookup takes over 5 seconds. Passes on the error of a failed
 * lookup.
 */
export async function resolveAllowedAddresses(host: string, allowLoopback: boolean): Promise<string[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [bare] : await lookUp(bare);
  const refused = found.find((address) => !isAllowedAddress(address, allowLoopback));
  if (refused || found.length === 0) throw new RefusedAddressError(`${host} resolves to a blocked address.`);
  return found;
}

/** A host with a blocked address, or a lookup without a result in time. The message can be shown to users. */
export class RefusedAddressError extends Error {}

async function lookUp(name: string): Promise<string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new RefusedAddressError(`The name ${name} was not found in time.`)),
      LOOKUP_MS,
    );
  });
  try {
    const entries = await Promise.race([lookup(name, { all: true }), late]);
    return entries.map((entry) => entry.address);
  } finally {
    clearTimeout(timer);
  }
}
