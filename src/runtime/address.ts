import { isIPv6 } from 'node:net';

/** Returns the URL of a listener as this machine reaches it, without a slash at the end. */
export function urlOf({ host, tls }: { host: string; tls?: unknown }, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '';
  const name = everywhere ? '127.0.0.1' : host;
  return `${tls ? 'https' : 'http'}://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
