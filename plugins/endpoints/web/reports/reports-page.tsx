import { NativeSelect } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { FilterDescriptor } from '../../../../src/kit/resource/descriptor.ts';
import { queryString } from '../../../../src/web/api/base-path.ts';
import { AppLink, useNavigateTo } from '../../../../src/web/parts/app-link.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { AddFilter } from '../../../../src/web/register/add-filter.tsx';
import { FilterChips } from '../../../../src/web/register/filter-chips.tsx';
import { useOpenedId } from '../use-opened-id.ts';
import { OperatorReportPage } from './report-page.tsx';
import { operatorReportsQuery, REPORTS } from './report-queries.ts';
import { ReportTable } from './report-table.tsx';

const FILTERS: FilterDescriptor[] = [
  {
    name: 'assetid',
    title: 'PC',
    kind: 'ref',
    // A reader of reports may not have access to the fleet. The asset register also finds PCs by host name.
    ref: { register: 'assets', path: '/assets', idfield: 'assetid', labelfield: 'assetnumber' },
  },
];

const ORDERS = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
];

/** Shows the page of one report when the address names it, or of all reports. */
export function OperatorReportsPage() {
  const [open] = useOpenedId('report');
  return open === null ? <Reports /> : <OperatorReportPage key={open} id={open} />;
}

/** Lists all reports, the newest first by default. */
function Reports() {
  const go = useNavigateTo();
  const { page, dir, assetid } = useLocation().search as Record<string, string>;
  const query = useQuery(operatorReportsQuery({ assetid, dir, page, per_page: 50 }));
  const show = (next: Record<string, string | number | undefined>) =>
    go(REPORTS + queryString(next), { replace: next.page === undefined });
  const narrowing = {
    filters: FILTERS,
    values: (assetid ? { assetid } : {}) as Record<string, string>,
    onValues: (values: Record<string, string>) => show({ ...values, dir }),
  };
  return (
    <div className="mw-page">
      <PageHeader
        title="Operator reports"
        icon={<IconHeadset size={22} aria-hidden />}
        subtitle="Reports that operators send from their PCs, with screenshots."
      />
      <search className="mw-toolbar" aria-label="Filter reports">
        <AddFilter {...narrowing} />
        <FilterChips {...narrowing} />
        <div className="mw-toolbar-end">
          <NativeSelect
            aria-label="Order"
            data={ORDERS}
            value={dir === 'asc' ? 'asc' : 'desc'}
            onChange={({ currentTarget: { value } }) =>
              show({ assetid, dir: value === 'asc' ? value : undefined })
            }
          />
        </div>
      </search>
      <ReportTable
        bare
        ofMany
        title="Operator reports"
        query={query}
        rows={query.data?.data}
        foot={<Pager info={query.data?.pagination} onPage={(at) => show({ assetid, dir, page: at })} />}
        empty={{
          icon: IconHeadset,
          title: assetid ? 'No reports of this PC' : 'No reports yet',
          text: assetid ? 'Remove the filter to see the reports of other PCs.' : <HowTo />,
        }}
      />
    </div>
  );
}

/** Explains how users send operator reports, and how long they are retained. */
export function HowTo() {
  return (
    <>
      <p>
        Users of a PC report a problem without signing in, with text and a screenshot. Set up a button or a
        shortcut for it on the PCs. The manual has the command:{' '}
        <AppLink to="/help/agents#operator-reports">Operator reports</AppLink>.
      </p>
      <p style={{ marginTop: 8 }}>
        The newest 200 reports of each PC are retained. The alert recipients get a mail for each report.
      </p>
    </>
  );
}
