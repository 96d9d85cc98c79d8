import type { Client } from '../../../test/support/client.ts';
import type { Site } from '../../../test/support/site.ts';

export const PATH = '/api/securesend';

/** Sends a ciphertext as the admin client of the site and returns the token. */
export async function createLink(
  site: Site,
  ciphertext = 'Y2lwaGVydGV4dA',
  expiryhours = 1,
): Promise<string> {
  const answer = await site.admin.post(PATH, { ciphertext, expiryhours });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.data.token;
}

export const redeemLink = (caller: Client, token: string) => caller.post(`${PATH}/${token}/redeem`);
export const isLinkLive = async (caller: Client, token: string) =>
  (await caller.get(`${PATH}/${token}`)).data.live as boolean;

/** Returns the number of stored secrets, valid or expired. */
export const countSecrets = (site: Site) =>
  site.app.host.db.read((reader) => reader.value<number>('SELECT count(*) FROM securesends')!);
