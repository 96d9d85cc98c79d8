import { dayOf } from '../../kit/clock.ts';
import type { Host } from '../../kit/host.ts';

const MAX_SITE_LENGTH = 40;

/** Returns the file name of a support bundle that is created now, with the name of the site and the day. */
export function fileNameOf({ settings, clock }: Host): string {
  const site = settings
    .text('site_name')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SITE_LENGTH)
    .replace(/^-|-$/g, '');
  return ['millwright-support', site, dayOf(clock.now())].filter(Boolean).join('-').concat('.tar.gz');
}
