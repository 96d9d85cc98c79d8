import type { Host } from '../../src/kit/host.ts';

/**
 * The address of this appliance without a slash at its end, as the settings give it; undefined where they give none that
 * can be used. Never taken from a request: whoever sends one writes its Host header.
 */
export function readSiteAddress({ settings }: Host): string | undefined {
  const given = settings.text('site_url');
  if (!URL.canParse(given)) return undefined;
  const { protocol, host, pathname } = new URL(given);
  if (!/^https?:$/.test(protocol) || !/^[a-z0-9.:[\]-]+$/.test(host)) return undefined;
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}
