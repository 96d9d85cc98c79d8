import { request } from '../api/client.ts';
import { meQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { endSession } from '../api/session.ts';
import { removeDraftsOf } from '../parts/drafts/draft-store.ts';
import { confirmLeave } from '../parts/leave-guard.ts';

/**
 * Ends the session in this browser, which drops all loaded data and the drafts of the user, even when the server
 * cannot be reached.
 * Returns false when the user stays because of unsaved input.
 */
export async function signOut(): Promise<boolean> {
  if (!(await confirmLeave())) return false;
  await request('POST', '/auth/logout').catch(() => null);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (me) removeDraftsOf(localStorage, me.userid);
  endSession();
  return true;
}
