import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, request } from '../../api/client.ts';
import { useMe, useSignedIn } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import type { StoredColumn } from '../columns/list-column.ts';

/** A saved view of a list. `query` is that of the URL, as text or as an object. */
export interface SavedView {
  savedviewid: number;
  viewname: string;
  page: string;
  /**
   * Query of the list in the URL. Null, like `columns`, when the value is long and the view comes from a list
   * of views.
   */
  query: unknown;
  columns: StoredColumn[] | null;
  isshared: boolean;
  hasmore: boolean;
  userid: number;
  username: string | null;
}

const viewsQuery = (page: string) =>
  queryOptions({
    queryKey: ['savedviews', page],
    queryFn: () => get<SavedView[]>('/savedviews', { page }),
    staleTime: 60_000,
  });

/**
 * Returns the user's own views of a list and shared ones; none for an anonymous caller and until they are
 * loaded.
 */
export function useSavedViews(page: string): SavedView[] {
  const signedin = useSignedIn();
  return useQuery({ ...viewsQuery(page), enabled: signedin }).data ?? NONE;
}

/** Returns the view with its full query and columns. */
export const loadFullView = async (view: SavedView): Promise<SavedView> =>
  view.hasmore ? get<SavedView>(`/savedviews/${view.savedviewid}`) : view;

/** Reports whether the user may share views with all users. */
export function useMayShare(): boolean {
  const me = useMe();
  return me !== undefined && (me.isadmin || me.permissions.includes('views.share'));
}

const NONE: SavedView[] = [];

/** Returns the query of a view for the URL, without `?`. */
export function viewAddress(view: SavedView): string {
  if (typeof view.query === 'string') return view.query.replace(/^\?/, '');
  const entries = Object.entries((view.query as Record<string, unknown> | null) ?? {});
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

export interface ViewFields {
  viewname: string;
  isshared: boolean;
}

/** Changes the name or the sharing of a view, and confirms it. Throws the error of the server. */
export async function changeView(view: SavedView, body: Partial<ViewFields> & object): Promise<void> {
  const answer = await request('PUT', `/savedviews/${view.savedviewid}`, { body });
  await queryClient.invalidateQueries({ queryKey: ['savedviews'] });
  toastDone(`View “${view.viewname}” changed.`, answer.auditid);
}

/** Deletes a view. A failure appears as a toast and does not throw. */
export async function deleteView(view: SavedView): Promise<void> {
  try {
    const answer = await request('DELETE', `/savedviews/${view.savedviewid}`);
    await queryClient.invalidateQueries({ queryKey: ['savedviews'] });
    toastDone(`View “${view.viewname}” deleted.`, answer.auditid);
  } catch (error) {
    toastError(error, 'The view was not deleted');
  }
}
