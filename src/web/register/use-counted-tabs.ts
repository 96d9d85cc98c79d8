import { useQuery } from '@tanstack/react-query';
import type { CountedTab } from '../../features/catalog/tab-counts.ts';
import { get } from '../api/client.ts';
import type { RecordTab } from './group-tabs.tsx';

/**
 * Returns a function that adds the numbers of rows to the tabs of an asset. Without an asset, and until they
 * are loaded, the tabs have no numbers.
 */
export function useCountedTabs(assetid: number | null) {
  const { data } = useQuery({
    queryKey: ['tabcounts', assetid],
    queryFn: () => get<CountedTab[]>(`/assets/${assetid}/tabcounts`),
    enabled: assetid !== null,
  });
  const counts = new Map(data?.map(({ tab, count }) => [tab, count]));
  return (tabs: readonly RecordTab[]): RecordTab[] =>
    tabs.map((tab) => ({ ...tab, count: counts.get(tab.name) }));
}
