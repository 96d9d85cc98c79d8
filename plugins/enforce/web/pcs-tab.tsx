import './enforce-styles.ts';
import { Progress } from '@mantine/core';
import { IconDeviceDesktop, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { Pager } from '../../../src/web/parts/pager.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { type AffectedPc, affectedQuery, complianceQuery, type EntryCoverage } from './data.ts';

/** Shows the PCs of a scope, and how many of them have the applications of its entries. */
export function PcsTab({ id, record }: TabProps) {
  const [page, setPage] = useState(1);
  const affected = useQuery(affectedQuery(id, page));
  const compliance = useQuery(complianceQuery(id));
  const hasComputers = affected.data?.data.computersplugin !== false;
  const scopename = String(record.scopename);
  const pagination = affected.data?.pagination;
  return (
    <div className="mw-stack">
      <DataTable
        title="Coverage"
        query={compliance}
        rows={compliance.data?.entries}
        rowKey={({ entryid }) => entryid}
        columns={COVERAGE}
        detail={(row) => <Lacking row={row} />}
        empty={{
          icon: IconListCheck,
          title: 'No entry is linked to an application',
          text: 'Link an entry to the application that it installs. The inventories then show which PCs have it.',
        }}
      />
      <DataTable
        title={pagination && pagination.total > 0 ? `PCs (${pagination.total})` : 'PCs'}
        query={affected}
        rows={affected.data?.data.pcs}
        rowKey={({ assetid }) => assetid}
        columns={PCS}
        tools={
          <AppLink to={`/enforce/reports?scopename=${encodeURIComponent(scopename)}&islatest=true`}>
            Reports
          </AppLink>
        }
        foot={pagination && pagination.pages > 1 && <Pager info={pagination} onPage={setPage} />}
        empty={{
          icon: IconDeviceDesktop,
          title: hasComputers ? 'No matching PCs' : 'The computers plugin is disabled',
          text: hasComputers
            ? `PCs of the computer type “${scopename}” are listed here, or of the computer type of the scope if one is set. Other PCs that request the manifest also get it.`
            : 'Enable it to see the PCs of a scope.',
        }}
      />
    </div>
  );
}

const COVERAGE: TableColumn<EntryCoverage>[] = [
  { title: 'Entry', headline: true, cell: ({ Name }) => Name },
  { title: 'Application', cell: ({ appname }) => appname },
  {
    title: 'Installed',
    width: '40%',
    cell: ({ total, installed, Name }) =>
      total === null ? (
        <span className="mw-muted">Unknown</span>
      ) : (
        <>
          {installed} of {total} PCs
          <Progress
            value={total === 0 ? 0 : (100 * (installed ?? 0)) / total}
            aria-label={`PCs that have ${Name}`}
          />
        </>
      ),
  },
];

function Lacking({ row: { lacking, missing } }: { row: EntryCoverage }) {
  if (!missing) return <p className="mw-muted">All PCs have it.</p>;
  return (
    <>
      <strong>Missing on:</strong>
      <ul className="mw-enforce-pcs">
        {lacking.map(({ assetid, hostname }) => (
          <li key={assetid}>
            <AppLink to={`/assets/${assetid}`}>{hostname ?? `Asset ${assetid}`}</AppLink>
          </li>
        ))}
        {missing > lacking.length && <li className="mw-muted">and {missing - lacking.length} more</li>}
      </ul>
    </>
  );
}

const PCS: TableColumn<AffectedPc>[] = [
  {
    title: 'Host name',
    headline: true,
    cell: ({ assetid, hostname }) => (
      <AppLink to={`/assets/${assetid}`}>{hostname ?? `Asset ${assetid}`}</AppLink>
    ),
  },
  { title: 'Type', cell: ({ computertype }) => computertype ?? <span className="mw-muted">–</span> },
  {
    title: 'Machines',
    cell: ({ machinenumbers }) => machinenumbers.join(', ') || <span className="mw-muted">–</span>,
  },
];
