import { isIPv6 } from 'node:net';
import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { isLoopback } from '../../kit/http/client-address.ts';
import { listOwnHostNames } from '../../kit/tls/certificate.ts';
import { ServedCertificate } from '../../kit/tls/served-certificate.ts';

const ANY_INTERFACE = ['0.0.0.0', '::', ''];

/**
 * Returns the names by which other machines reach a listener: its address, or those of `names` when it
 * listens on all interfaces. Omits loopback and wildcard names.
 */
export function listReachableNames(names: readonly string[], listensOn: string): string[] {
  const isOwn = (name: string) => name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
  const heard = ANY_INTERFACE.includes(listensOn) ? names : [listensOn];
  return [...new Set(heard)].filter((name) => !isOwn(name) && !name.includes('*'));
}

/** Returns the addresses of this server for other machines, with the scheme and port of the request. */
async function addressesOf({ config }: Host, { req, server }: Call): Promise<string[]> {
  const called = URL.parse(`http://${req.headers.get('host') ?? ''}`);
  const port = called?.port ? `:${called.port}` : '';
  const names = listReachableNames(await listOwnHostNames(`${config.data}/certs`), config.host);
  return names.map((name) => {
    const host = isIPv6(name) ? `[${name}]` : name;
    return `${server.transport.schemeOf(req)}://${host}${port}${config.basePath}/`;
  });
}

/**
 * Creates the route that returns the addresses at which other machines reach this appliance, its site URL and
 * the fingerprint of its certificate.
 */
export const addressRoute = (host: Host): Api =>
  api('/api/setup').get(
    '/addresses',
    async ({ call }) => ({
      addresses: await addressesOf(host, call),
      siteurl: host.settings.text('site_url') || null,
      sha256: host.getInstance(ServedCertificate).details?.sha256 ?? null,
    }),
    routeOptions({
      access: 'admin',
      summary: 'Addresses of this appliance and the fingerprint of its certificate',
      responseSchema: z.object({
        addresses: z
          .string()
          .array()
          .meta({ description: 'Empty if the appliance listens on localhost only.' }),
        siteurl: z.string().nullable().meta({ description: 'The site URL from the settings.' }),
        sha256: z.string().nullable().meta({ description: 'Null if this appliance does not use TLS.' }),
      }),
    }),
  );
