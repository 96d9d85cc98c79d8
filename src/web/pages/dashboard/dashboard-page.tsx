import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dashboardQuery, useMe } from '../../api/queries.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { AttentionCards } from './attention.tsx';
import { CountBars } from './count-bars.tsx';
import { DueCard } from './due-card.tsx';
import { EmptyPlant } from './empty-plant.tsx';
import { RecentChanges } from './recent-changes.tsx';

/**
 * Shows the first page: attention items, asset counts and recent changes. The counts link to their lists.
 */
export function DashboardPage() {
  const me = useMe();
  const { data, error, isPending, refetch } = useQuery({ ...dashboardQuery, refetchInterval: 60_000 });
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  return (
    <div className="mw-page">
      <PageHeader
        title="Dashboard"
        icon={<IconLayoutDashboard size={22} aria-hidden />}
        subtitle="What needs attention in the plant."
      />
      <div className="mw-stack">
        <DueCard />
        <AttentionCards items={data.attention} />
        {data.assets.total === 0 ? (
          <EmptyPlant isadmin={me?.isadmin ?? false} />
        ) : (
          <div className="mw-dashboard">
            <RecentChanges rows={data.recent} />
            <div className="mw-stack">
              <CountBars
                title="Assets by status"
                total={data.assets.total}
                rows={data.assets.bystatus.map((row) => ({
                  key: row.statusid,
                  label: row.status,
                  state: true,
                  count: row.count,
                  to: `/assets?statusid=${row.statusid}`,
                }))}
              />
              <CountBars
                title="Assets by type"
                total={data.assets.total}
                rows={data.assets.bytype.map((row) => ({
                  key: row.assettypeid,
                  label: row.assettype,
                  icon: row.icon ?? 'box',
                  count: row.count,
                  to: `/assets?typeid=${row.assettypeid}`,
                }))}
              />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
