import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { OwnAddressFacts } from '../../parts/own-addresses.tsx';

/** Stores an address of this appliance as the one in mails, labels and agents. */
export async function saveSiteAddress(address: string): Promise<void> {
  await request('PUT', '/settings/site_url', { body: { value: address.replace(/\/$/, '') } });
  await queryClient.invalidateQueries();
}

/**
 * Stores the address by which the user opened this page, or the first one that other machines reach. Does
 * nothing when an address is stored already, or when the appliance listens only on localhost.
 */
export async function storeOwnAddress(): Promise<void> {
  const { addresses, siteurl } = await get<OwnAddressFacts>('/setup/addresses');
  if (siteurl !== null) return;
  const opened = addresses.find((address) => new URL(address).host === window.location.host);
  const address = opened ?? addresses[0];
  if (address !== undefined) await saveSiteAddress(address);
}
