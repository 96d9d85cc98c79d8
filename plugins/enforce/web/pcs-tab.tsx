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
        title="Who has it"
        query={compliance}
        rows={compliance.data?.entries}
        rowKey={({ entryid }) => entryid}
        columns={COVERAGE}
        detail={(row) => <Lacking row={row} />}
        empty={{
          icon: IconListCheck,
          title: 'No entry is linked to an application',
          text: 'Choose the application that an entry brings. Then the inventories of the PCs tell who has it already.',
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
            What they reported
          </AppLink>
        }
        foot={pagination && pagination.pages > 1 && <Pager info={pagination} onPage={setPage} />}
        empty={{
          icon: IconDeviceDesktop,
          title: hasComputers ? 'No PC is of this kind' : 'The computers plugin is off',
          text: hasComputers
            ? `PCs whose computer type is called “${scopename}” stand here, or those of the computer type that you choose for the scope. PCs that ask for the manifest get it all the same.`
            : 'Switch it on to see which PCs a scope is for.',
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
        <span className="mw-muted">Not known</span>
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
  if (!missing) return <p className="mw-muted">Nobody lacks it.</p>;
  return (
    <>
      <strong>Without it:</strong>
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
