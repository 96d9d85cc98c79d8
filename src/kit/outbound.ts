import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { invalid } from './errors.ts';

/** Ranges that a plant's own address may never be in: this box, its link, what is no address of anybody. */
const REFUSED = new Set([
  'loopback',
  'linkLocal',
  'deprecatedSiteLocal',
  'unspecified',
  'multicast',
  'broadcast',
  'reserved',
]);
/** Where clouds tell a machine its secrets. */
const METADATA = new Set([
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
]);
/** A name server that does not answer is no reason to wait. */
const LOOKUP_MS = 5000;

/** Whether this box may connect to the address. */
export function isAllowedAddress(address: string, allowLoopback: boolean, own = ownAddresses()): boolean {
  const parsed = ipaddr.process(address);
  const forms = parsed.kind() === 'ipv6' ? [parsed, ...embedded(parsed as IPv6)] : [parsed];
  return forms.every((form) => isAllowed(form, allowLoopback, own));
}

function isAllowed(address: IPv4 | IPv6, allowLoopback: boolean, own: ReadonlySet<string>): boolean {
  const text = address.toString();
  if (METADATA.has(text)) return false;
  const range = address.range();
  if (range === 'loopback' || own.has(text)) return allowLoopback;
  return !REFUSED.has(range);
}

/** The IPv4 addresses to which gateways would carry an IPv6 address on. */
function embedded(address: IPv6): IPv4[] {
  const bytes = address.toByteArray();
  const at = (start: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ mask));
  switch (address.range()) {
    // NAT64, with the prefix that everybody has and with those of a site.
    case 'rfc6052':
    // Translated: ::ffff:0:a.b.c.d.
    case 'rfc6145':
      return [at(12)];
    case '6to4':
      return [at(2)];
    // Its server, and its client with the bits turned around.
    case 'teredo':
      return [at(4), at(12, 0xff)];
    // ::1 looks like an address of old, and is none.
    case 'loopback':
      return [];
    default:
      return isIsatap(bytes) || isCompatible(bytes) ? [at(12)] : [];
  }
}

const isIsatap = (bytes: number[]): boolean =>
  (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;

/** ::a.b.c.d, as of old. */
const isCompatible = (bytes: number[]): boolean => bytes.slice(0, 12).every((byte) => byte === 0);

/** What this box itself is called, on every network. */
const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .map(({ address }) => ipaddr.process(address.split('%')[0]!).toString()),
  );

/** 400 for an address that is refused without looking it up: not http(s), or plainly this box. */
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
    throw invalid(field, 'This address points at the appliance itself or at a reserved range. Use another.');
}

/** Reports whether a host is refused without a lookup: a reserved address, or a name of this machine. */
export function isRefusedHost(host: string, allowLoopback: boolean): boolean {
  const bare = asOnTheWeb(host)
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const isLocalName = bare === 'localhost' || bare.endsWith('.localhost');
  return isIP(bare) ? !isAllowedAddress(bare, allowLoopback) : isLocalName && !allowLoopback;
}

/** The host of an address, in the spelling of the web; undefined when the text is no address of the wanted kind. */
function hostOf(text: string, isWeb: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' || protocol === 'https:') return hostname;
  return isWeb || hostname === '' ? undefined : asOnTheWeb(hostname);
}

/**
 * Systems read 2130706433, 0x7f.1 and 0177.0.0.1 as an address, and so does the URL parser, for addresses of the web
 * alone: what names the server of a database or of mail is spelt by it too.
 */
function asOnTheWeb(host: string): string {
  const address = `http://${host}/`;
  return /[\s/?#@\\]/.test(host) || !URL.canParse(address) ? host : new URL(address).hostname;
}

/** The addresses of a host that may be connected to; throws when one of them may not. */
export async function resolveAllowedAddresses(host: string, allowLoopback: boolean): Promise<string[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [bare] : await lookedUp(bare);
  const refused = found.find((address) => !isAllowedAddress(address, allowLoopback));
  if (refused || found.length === 0) throw new RefusedAddressError(`${host} resolves to a refused address.`);
  return found;
}

/** Its message is fit to be shown. */
export class RefusedAddressError extends Error {}

async function lookedUp(name: string): Promise<string[]> {
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
