import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertPlace } from '../../../features/dashboard/alerts/alert-schemas.ts';
import { get } from '../../api/client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { addPageStyles } from '../../parts/page-styles.ts';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import styles from './place-list.css' with { type: 'text' };
import { TrendLine } from './trend-line.tsx';

addPageStyles('alert-places', [styles]);

/** Shows the counts of an alert at the places of the plant. Each leads to the list of the place. */
export function PlaceList({ alertkey }: { alertkey: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', 'places', alertkey],
    queryFn: () => get<AlertPlace[]>(`/dashboard/alerts/${encodeURIComponent(alertkey)}/places`),
  });
  if (error && !data) return <ErrorView error={error} retry={refetch} />;
  if (!data) return <SkeletonRows rows={3} />;
  if (data.length === 0)
    return (
      <Text size="sm">
        Nothing is counted by place. The places are the locations of the highest level that has several, such
        as halls.
      </Text>
    );
  return (
    <ul className="mw-alert-places">
      {data.map(({ locationid, location, count, href, trend }) => (
        <li key={locationid}>
          <AppLink to={href}>
            <span>{location}</span>
            <TrendLine trend={trend} />
            <strong>{count.toLocaleString('en')}</strong>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
