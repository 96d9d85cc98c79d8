import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchCompletions } from '../../features/search/index.ts';
import { get } from '../api/client.ts';

/** A continuation of a search text: a key or a value. */
export type SearchCompletion = SearchCompletions['completions'][number];

const NONE: SearchCompletions = { completions: [], keys: [] };
const PAUSE_MS = 100;

/**
 * Returns the continuations of the last term of a search text, and the keys in it. `list` is the name of the
 * register whose list is searched; without it the search is the global one. While a response is missing or the
 * text ends with a blank, there are no continuations.
 */
export function useCompletions(text: string, list?: string): SearchCompletions {
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['completions', list ?? '', q],
    queryFn: ({ signal }) => get<SearchCompletions>('/search/completions', { q, list }, signal),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  if (!data || text.trim() === '') return NONE;
  const isCurrent = q === text && !/\s$/.test(text);
  return isCurrent ? data : { ...data, completions: [] };
}
