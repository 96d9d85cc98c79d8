import { cleanText } from '../../../src/kit/clean-text.ts';
import type { Host } from '../../../src/kit/host.ts';
import { ServerPins } from '../checkin/server-pins.ts';
import { readSiteAddress } from '../site-address.ts';
import type { InstallerSetup } from './scripts.ts';

/** Returns the values for install scripts, or undefined while the settings contain no usable address. */
export function createInstallerSetup(host: Host, token: string): InstallerSetup | undefined {
  const server = readSiteAddress(host);
  if (server === undefined) return undefined;
  const site = cleanText(host.settings.text('site_name')) ?? 'Millwright';
  return { server, token, pins: host.getInstance(ServerPins).list, site };
}
