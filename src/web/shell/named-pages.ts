import { useQuery } from '@tanstack/react-query';
import { navigationQuery } from '../api/queries.ts';
import { isNamed } from './is-named.ts';
import { listNavigationLeaves } from './navigation.tsx';

/** Returns the pages of the menu. */
export const usePages = (): ReturnType<typeof listNavigationLeaves> =>
  listNavigationLeaves(useQuery(navigationQuery).data ?? []);

/**
 * Returns the pages of the menu whose titles or search words contain each word of the text; none for a blank
 * text.
 */
export function usePagesNamed(text: string): ReturnType<typeof listNavigationLeaves> {
  const pages = usePages();
  return text.trim() ? pages.filter((page) => isNamed(page, text)) : [];
}
