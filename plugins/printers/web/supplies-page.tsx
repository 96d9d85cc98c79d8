import { Alert, Group, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconDroplet, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { SearchBox } from '../../../src/web/parts/search-box.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import { toastError } from '../../../src/web/parts/toasts.tsx';
import { SUPPLY_STATES } from '../choices.ts';
import type { SupplyWall } from '../supplies/routes.ts';
import { LevelBar, PartNumbers, SupplyName } from './level.tsx';

type Row = SupplyWall['rows'][number];

const COLUMNS: TableColumn<Row>[] = [
  {
    title: 'Printer',
    headline: true,
    cell: (row) => (
      <AppLink to={`/printers/${row.printerid}?tab=supplies`} className="mw-cell-link">
        {row.windowsname ?? row.name ?? row.hostname ?? row.assetnumber}
      </AppLink>
    ),
  },
  { title: 'Supply', cell: ({ supply, color }) => <SupplyName name={supply} color={color} /> },
  { title: 'Level', cell: (row) => <LevelBar {...row} /> },
  { title: 'Order number', wrap: true, cell: (row) => <PartNumbers {...row} /> },
  { title: 'Model', cell: ({ modelnumber }) => modelnumber ?? '–' },
  { title: 'Location', cell: ({ location }) => location ?? '–' },
  { title: 'Last updated', cell: ({ checkedat }) => (checkedat ? <RelativeTime at={checkedat} /> : 'Never') },
];

const CHOICES = [
  { value: '', label: 'All states' },
  { value: 'order', label: 'Low and critical' },
  ...Object.entries(SUPPLY_STATES).map(([value, label]) => ({ value, label })),
];

/** Shows the page of all supplies, the most urgent first. */
export function SuppliesPage() {
  const [state, setState] = useState('');
  const [text, setText] = useState('');
  const me = useMe();
  const query = useQuery({ queryKey: ['supply-wall'], queryFn: () => get<SupplyWall>('/printers/supplies') });
  const rows = query.data?.rows;
  const shown = rows?.filter((row) => isShown(row, state, text.toLowerCase()));
  const low = rows?.filter((row) => row.state === 'low' || row.state === 'critical').length ?? 0;
  const refresh = async () => {
    try {
      await request('POST', '/printers/supplies/refresh');
      await queryClient.invalidateQueries({ queryKey: ['supply-wall'] });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="mw-page">
      <PageHeader
        title="Printer supplies"
        icon={<IconDroplet size={22} aria-hidden />}
        subtitle={`Levels of toner, drums and waste containers with their order numbers. ${query.data ? summarize(query.data, low) : ''}`}
        actions={
          (me?.isadmin || me?.permissions.includes('printers.create')) && (
            <SmallButton icon={IconRefresh} onClick={() => void refresh()}>
              Refresh
            </SmallButton>
          )
        }
      />
      {query.data && <Source wall={query.data} isAdmin={me?.isadmin ?? false} />}
      {rows && rows.length > 0 && (
        <Group gap="sm" mb="md">
          <NativeSelect
            size="sm"
            aria-label="State"
            data={CHOICES}
            value={state}
            onChange={(event) => setState(event.currentTarget.value)}
          />
          <SearchBox
            label="Filter supplies"
            placeholder="Printer, part or location"
            value={text}
            onChange={setText}
          />
        </Group>
      )}
      <DataTable
        title="Supplies"
        query={query}
        rows={rows && rows.length > 0 ? shown : rows}
        rowKey={({ printerid, supply }) => `${printerid}/${supply}`}
        columns={COLUMNS}
        expected={8}
        empty={
          rows && rows.length > 0
            ? {
                icon: IconDroplet,
                title: 'No supplies match',
                text: 'Change the filter to see more supplies.',
              }
            : {
                icon: IconDroplet,
                title: 'No supplies yet',
                text: 'Connect Zabbix in the settings, or let an inventory agent read the printers. Supplies are then listed here, the most urgent first.',
              }
        }
      />
    </div>
  );
}

/** Returns how many supplies are low, and how many printers report no levels. */
function summarize({ silent }: SupplyWall, low: number): string {
  const summary = low === 0 ? 'No supplies are low.' : `${low} to order.`;
  return silent === 0
    ? summary
    : `${summary} ${silent} ${silent === 1 ? 'printer reports' : 'printers report'} no levels.`;
}

function isShown(row: Row, state: string, text: string): boolean {
  const isLow = row.state === 'low' || row.state === 'critical';
  const fits = state === '' || (state === 'order' ? isLow : row.state === state);
  const texts = [
    row.windowsname,
    row.name,
    row.hostname,
    row.assetnumber,
    row.supply,
    row.partnumber,
    row.location,
  ];
  return fits && texts.some((one) => (one ?? '').toLowerCase().includes(text));
}

/** Explains why data may be missing. */
function Source({ wall: { problem, configured }, isAdmin }: { wall: SupplyWall; isAdmin: boolean }) {
  if (configured && problem === null) return null;
  return (
    <Alert color="yellow" mb="md" icon={<IconAlertTriangle size={18} />} role="status">
      {configured
        ? `No data from Zabbix: ${problem} The levels shown are from inventories.`
        : 'No monitoring system is connected. The levels shown are from inventories.'}
      {!configured && isAdmin && (
        <>
          {' '}
          To connect Zabbix, enter its{' '}
          <AppLink to="/admin/settings?search=zabbix">address and API token</AppLink> in the settings.
        </>
      )}
    </Alert>
  );
}
