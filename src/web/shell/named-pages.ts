import { useQuery } from '@tanstack/react-query';
import { navigationQuery } from '../api/queries.ts';
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

/** Reports whether a title and the further words contain each word of a text, in any letter case. */
export function isNamed(
  { title, words = '' }: { title: string; words?: string | undefined },
  text: string,
): boolean {
  const searched = `${title} ${words}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
