import { useQuery } from '@tanstack/react-query';
import type { CountedTab } from '../../features/catalog/tab-counts.ts';
import { get } from '../api/client.ts';
import type { RecordTab } from './group-tabs.tsx';

/**
 * Returns a function that adds the numbers of rows to the tabs of a record. Until they are loaded, the tabs
 * are pending. Without an ID, or when loading failed, they have no numbers.
 */
export function useCountedTabs(register: string, id: number | null) {
  const { data, isLoading, failureCount } = useQuery({
    queryKey: ['tabcounts', register, id],
    queryFn: () => get<CountedTab[]>(`/registers/${register}/${id}/tabcounts`),
    enabled: id !== null,
  });
  const isPending = isLoading && failureCount === 0;
  const counts = new Map(data?.map((counted) => [counted.tab, counted]));
  return (tabs: readonly RecordTab[]): RecordTab[] =>
    tabs.map((tab) => {
      const { count, islist } = counts.get(tab.name) ?? {};
      return { ...tab, isPending, isEmpty: count === 0, count: islist ? count : undefined };
    });
}
