import type { Client } from '../../../test/support/client.ts';
import type { Site } from '../../../test/support/site.ts';

/** Enables the kiosk and returns the client of a tablet at a cabinet of printed parts. */
export async function openKiosk(site: Site, cabinetname: string, kind = 'printedparts'): Promise<Client> {
  await site.admin.put('/api/settings/printedparts_kiosk_enabled', { value: 'true' });
  const made = await site.admin.post('/api/kioskdevices', { cabinetname, kind });
  return site.anonymous.with({ 'x-kiosk-token': made.data.secret });
}
