import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMe } from '../../../../src/web/api/queries.ts';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { RegisterIcon } from '../../../../src/web/parts/register-icon.tsx';
import { RequirePermission } from '../../../../src/web/parts/require-permission.tsx';
import { PageSkeleton } from '../../../../src/web/parts/skeletons.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { AddressTabs } from '../../../../src/web/register/address-tabs.tsx';
import { RegisterPage } from '../../../../src/web/register/register-page.tsx';
import { hasProfilePermission, VERDICT_LABELS } from '../labels.ts';
import { LogsTab } from '../logs/logs-tab.tsx';
import { ReportsTab } from '../reports/reports-tab.tsx';
import { FLEET } from './fleet-register.ts';
import { PcActions } from './pc-actions.tsx';
import { PcPanel } from './pc-panel.tsx';
import { type Status, statusQuery } from './pc-queries.ts';

/**
 * Shows the page of one PC. Registers of the plugin have paths of the same depth, so any parameter other than
 * a number opens a register.
 */
export function PcPage() {
  const { assetid = '' } = useParams({ strict: false }) as { assetid?: string };
  if (!/^\d+$/.test(assetid)) return <RegisterPage />;
  return (
    <RequirePermission needs="endpoints.view">
      <PcOf key={assetid} assetid={Number(assetid)} />
    </RequirePermission>
  );
}

function PcOf({ assetid }: { assetid: number }) {
  const { data: status, error, isPending, refetch } = useQuery(statusQuery(assetid));
  if (isPending) return <PageSkeleton />;
  if (!status) return <ErrorView error={error} retry={refetch} />;
  return (
    <div className="mw-page">
      <PageHeader
        title={status.hostname ?? `PC ${assetid}`}
        crumbs={[{ title: FLEET.title, to: FLEET.path }]}
        icon={<RegisterIcon name={FLEET.icon} size={22} />}
        aside={<StateBadge {...VERDICT_LABELS[status.verdict]} />}
        subtitle={
          status.lastcheckin ? (
            <>
              Last check-in <RelativeTime at={status.lastcheckin} />
            </>
          ) : (
            'No check-in yet'
          )
        }
        actions={<PcActions status={status} />}
      />
      <PcTabs status={status} />
    </div>
  );
}

/** Shows the overview of a PC, its fetched log files and its operator reports. */
function PcTabs({ status }: { status: Status }) {
  const readsReports = hasProfilePermission(useMe(), 'endpoints.operatorreports');
  return (
    <AddressTabs
      tabs={[
        { name: 'overview', title: 'Overview', content: <PcPanel status={status} /> },
        { name: 'logs', title: 'Logs', content: <LogsTab status={status} /> },
        ...(readsReports
          ? [{ name: 'reports', title: 'Reports', content: <ReportsTab assetid={status.assetid} /> }]
          : []),
      ]}
    />
  );
}
