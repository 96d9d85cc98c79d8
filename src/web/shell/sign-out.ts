import { request } from '../api/client.ts';
import { endSession } from '../api/session.ts';

/** Ends the session in this browser, which drops all loaded data, even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  await request('POST', '/auth/logout').catch(() => null);
  endSession();
}
