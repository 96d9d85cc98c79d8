import { IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { reportsQuery, useMe } from '../../api/queries.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { ReportList } from './report-list.tsx';

/** Lists the reports that the user may open, with their descriptions. */
export function ReportsPage() {
  const { data, error, isLoading, refetch } = useQuery(reportsQuery);
  const me = useMe();
  const maySchedule = me?.isadmin || me?.permissions.includes('settings.edit');
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader
        title="Reports"
        icon={<IconReportAnalytics size={22} aria-hidden />}
        subtitle="Lists and figures of all areas, which you can filter and download."
        actions={maySchedule && <AppLink to="/reports/schedules">Report schedules</AppLink>}
      />
      {error && <ErrorView error={error} retry={refetch} />}
      {isLoading && <SkeletonRows rows={5} />}
      {data?.length === 0 && (
        <EmptyState icon={<IconReportAnalytics size={32} />} title="No reports">
          There are no reports that you have permission to view.
        </EmptyState>
      )}
      {data && data.length > 0 && <ReportList reports={data} />}
    </div>
  );
}
