import { isIP } from 'node:net';
import type { Settings } from '../settings/settings.ts';
import { fullHostName } from '../tls/certificate-host.ts';

const MAX_NAME_LENGTH = 255;

const isHostName = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH &&
  isIP(name) === 0 &&
  name.split('.').every((label) => /^[a-z0-9_][a-z0-9_-]{0,62}$/i.test(label));

/** Returns the error in a name for EHLO as the end of a sentence, or undefined for a valid name. */
export const validateGreetingName = (name: string): string | undefined =>
  isLiteral(name) || isHostName(name)
    ? undefined
    : 'must be a full host name such as millwright.plant.example, or an address in brackets such as [192.0.2.7].';

/** Reports whether a name is an address in brackets, as SMTP requires it. */
function isLiteral(name: string): boolean {
  const [, prefix, address = ''] = /^\[(IPv6:)?([0-9a-f:.]{2,45})\]$/i.exec(name) ?? [];
  return isIP(address) === (prefix === undefined ? 4 : 6);
}

/**
 * Returns the name of this server in EHLO: `smtp_hostname`, else the host of `site_url`, else the full name
 * of the machine. Mail servers reject a bare address and a name without a dot. Without a better name it is
 * therefore the address of the connection in brackets.
 */
export async function greetingName(settings: Settings, localAddress: string | undefined): Promise<string> {
  const declared = settings.text('smtp_hostname');
  if (declared) return declared;
  const site = URL.parse(settings.text('site_url'))?.hostname ?? '';
  if (site.includes('.') && isIP(site) === 0) return site;
  return (await fullHostName()) ?? literal(localAddress ?? '127.0.0.1');
}

const literal = (address: string): string => (address.includes(':') ? `[IPv6:${address}]` : `[${address}]`);
