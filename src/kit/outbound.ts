import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { invalid } from './errors.ts';

/** Ranges that a plant's own address may never be in: this box, its link, the cloud's metadata. */
const REFUSED = new Set(['loopback', 'linkLocal', 'unspecified', 'multicast', 'broadcast', 'reserved']);
const METADATA = new Set(['169.254.169.254', 'fd00:ec2::254', '100.100.100.200']);

/** Whether this box may connect to the address. */
export function isAllowedAddress(address: string, allowLoopback: boolean): boolean {
  const parsed = ipaddr.process(address);
  if (METADATA.has(parsed.toString())) return false;
  const range = parsed.range();
  if (range === 'loopback') return allowLoopback;
  return !REFUSED.has(range);
}

/** 400 for an address that is refused without looking it up: not http(s), or plainly this box. */
export function refuseOutboundText(
  field: string,
  text: string,
  mustBeUrl: boolean,
  allowLoopback: boolean,
): void {
  const host = hostOf(text);
  if (mustBeUrl && host === undefined)
    throw invalid(field, 'Use an address that starts with http:// or https://.');
  const name = host ?? text;
  const bare = name
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const isLocalName = bare === 'localhost' || bare.endsWith('.localhost');
  const refused = isIP(bare) ? !isAllowedAddress(bare, allowLoopback) : isLocalName && !allowLoopback;
  if (refused)
    throw invalid(field, 'This address points at the appliance itself or at a reserved range. Use another.');
}

/** The URL parser turns decimal and octal spellings of an IPv4 address into the usual one. */
function hostOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.hostname : undefined;
}

/** The addresses of a host that may be connected to; throws when one of them may not. */
export async function allowedAddresses(host: string, allowLoopback: boolean): Promise<string[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  const found = isIP(bare) ? [bare] : (await lookup(bare, { all: true })).map((entry) => entry.address);
  const refused = found.find((address) => !isAllowedAddress(address, allowLoopback));
  if (refused || found.length === 0) throw new Error(`${host} resolves to a refused address.`);
  return found;
}
