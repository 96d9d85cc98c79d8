import type { Host } from '../../src/kit/host.ts';

/**
 * Returns the address of this appliance from the settings, without a query or a trailing slash. Returns
 * undefined unless it is an http or https address. It never comes from a request, because the caller controls
 * the Host header.
 */
export function readSiteAddress({ settings }: Host): string | undefined {
  const url = settings.text('site_url');
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname } = new URL(url);
  if (!/^https?:$/.test(protocol) || !/^[a-z0-9.:[\]-]+$/.test(host)) return undefined;
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}
