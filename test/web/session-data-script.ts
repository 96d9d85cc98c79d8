import { meQuery } from '../../src/web/api/queries.ts';
import { queryClient } from '../../src/web/api/query-client.ts';
import { endSession, renewAccess, startSession } from '../../src/web/api/session.ts';
import { dropDataOfEndedSessions } from '../../src/web/api/session-data.ts';

const REFRESH_KEY = 'millwright.refreshtoken';
const { queryKey } = meQuery;

/** Returns the state of the cached profile after an event in a signed-in page. */
async function stateAfter(event: () => unknown) {
  startSession({ access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer', expires_in: 3600 });
  queryClient.setQueryData(queryKey, { username: 'mara' } as never);
  await event();
  const state = queryClient.getQueryState(queryKey);
  if (state === undefined) return 'dropped';
  return state.isInvalidated ? 'outdated' : 'current';
}

/** Stores the refresh token like another tab, null without a session. */
function storeInOtherTab(token: string | null): void {
  if (token === null) localStorage.removeItem(REFRESH_KEY);
  else localStorage.setItem(REFRESH_KEY, token);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: REFRESH_KEY }));
}

dropDataOfEndedSessions();
Object.assign(globalThis, { fetch: async () => new Response('{}', { status: 401 }) });
const states = {
  nothing: await stateAfter(() => {}),
  endedHere: await stateAfter(endSession),
  endedByServer: await stateAfter(renewAccess),
  endedInOtherTab: await stateAfter(() => storeInOtherTab(null)),
  startedInOtherTab: await stateAfter(() => storeInOtherTab('another')),
};
process.stdout.write(JSON.stringify(states));
// Ends the timers of the cache, which would keep the process running.
queryClient.clear();
