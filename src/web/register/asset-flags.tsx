import { useQuery } from '@tanstack/react-query';
import type { AssetFlag } from '../../kit/contributions.ts';
import { get } from '../api/client.ts';
import { StateBadge } from '../parts/state-badge.tsx';

/** Shows the flags that plugins set on an asset, such as an expired calibration. */
export function AssetFlagList({ assetid }: { assetid: number }) {
  const { data = [] } = useQuery({
    queryKey: ['asset-flags', assetid],
    queryFn: () => get<AssetFlag[]>(`/assets/${assetid}/flags`),
  });
  return data.map(({ word, title }) => <StateBadge key={title} word={word} label={title} />);
}
