import { request } from '../api/client.ts';
import { endSession } from '../api/session.ts';
import { confirmLeave } from '../parts/leave-guard.ts';

/**
 * Ends the session in this browser, which drops all loaded data, even when the server cannot be reached.
 * Returns false when the user stays because of unsaved input.
 */
export async function signOut(): Promise<boolean> {
  if (!(await confirmLeave())) return false;
  await request('POST', '/auth/logout').catch(() => null);
  endSession();
  return true;
}
