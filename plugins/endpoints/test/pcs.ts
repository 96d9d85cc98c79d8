import { randomBytes } from 'node:crypto';
import type { Client } from '../../../test/support/client.ts';
import { PASSWORD, type Site } from '../../../test/support/site.ts';

export const TEST_SHARED_KEY = 'the-key-of-all-the-agents';

/** Sets the shared key of a site. */
export const setSharedKey = async (site: Site): Promise<void> => {
  const { status } = await site.admin.put('/api/settings/endpoints_shared_key', { value: TEST_SHARED_KEY });
  if (status !== 200) throw new Error(`The shared key was not set: ${status}`);
};

/** Creates a PC and returns its asset id. */
export async function createPc(
  site: Site,
  hostname: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const made = await site.admin.post('/api/computers', {
    assetnumber: `A-${hostname}`,
    hostname,
    serialnumber: `SN-${hostname}`,
    ...more,
  });
  if (made.status !== 201) throw new Error(`${hostname} was not made: ${made.text}`);
  return made.data.assetid;
}

export const createTestNonce = (): string => randomBytes(32).toString('hex');

/** Requests enrollment as the agent of a PC. */
export const requestEnrollment = (
  client: Client,
  hostname: string,
  own = createTestNonce(),
  serialnumber = `SN-${hostname}`,
) => client.post('/api/endpoints/enroll', { hostname, serialnumber, nonce: own, agentversion: '0.1.0' });

export const withSharedKey = (site: Site): Client => site.anonymous.with({ 'x-api-key': TEST_SHARED_KEY });

/** Creates and enrolls a PC, and returns a client with its credential. */
export async function createEnrolledPc(site: Site, hostname: string, more: Record<string, unknown> = {}) {
  const assetid = await createPc(site, hostname, more);
  const { data } = await requestEnrollment(withSharedKey(site), hostname);
  if (!data.credential) throw new Error(`${hostname} was not enrolled: ${JSON.stringify(data)}`);
  return { assetid, agent: site.anonymous.with({ 'x-endpoint-credential': data.credential }) };
}

/** Advances the clock and signs the admin in again. */
export async function advanceTime(site: Site, ms: number): Promise<void> {
  site.clock.advance(ms);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
}
