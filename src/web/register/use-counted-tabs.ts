import { useQuery } from '@tanstack/react-query';
import type { CountedTab } from '../../features/catalog/tab-counts.ts';
import { get } from '../api/client.ts';
import type { RecordTab } from './group-tabs.tsx';

/**
 * Returns a function that adds the numbers of rows to the tabs of an asset. Until they are loaded, the tabs
 * are pending. Without an asset, or when loading failed, they have no numbers.
 */
export function useCountedTabs(assetid: number | null) {
  const { data, isLoading, failureCount } = useQuery({
    queryKey: ['tabcounts', assetid],
    queryFn: () => get<CountedTab[]>(`/assets/${assetid}/tabcounts`),
    enabled: assetid !== null,
  });
  const isPending = isLoading && failureCount === 0;
  const counts = new Map(data?.map(({ tab, count }) => [tab, count]));
  return (tabs: readonly RecordTab[]): RecordTab[] =>
    tabs.map((tab) => ({ ...tab, isPending, count: counts.get(tab.name) }));
}
