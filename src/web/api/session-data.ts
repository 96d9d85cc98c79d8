import { queryClient } from './query-client.ts';
import { hasSession, subscribeSession } from './session.ts';

/**
 * Drops all loaded data when the session ends, in this tab, in another one or on the server. When a session
 * starts, also in another tab, the data load again with its token.
 */
export function dropDataOfEndedSessions(): void {
  subscribeSession(() => {
    if (hasSession()) void queryClient.invalidateQueries();
    else queryClient.clear();
  });
}
