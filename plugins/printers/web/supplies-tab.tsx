import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconDroplet, IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import { recordQuery } from '../../../src/web/api/queries.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import type { PrinterSupplies } from '../supplies/routes.ts';
import { LevelBar, PartNumbers, SupplyName, typeTitle } from './level.tsx';

type Supply = PrinterSupplies['supplies'][number];

const COLUMNS: TableColumn<Supply>[] = [
  { title: 'Supply', headline: true, cell: ({ name, color }) => <SupplyName name={name} color={color} /> },
  { title: 'Level', cell: (row) => <LevelBar {...row} /> },
  { title: 'Type', cell: ({ supplytype }) => typeTitle(supplytype) },
  { title: 'Order number', wrap: true, cell: (row) => <PartNumbers {...row} /> },
  { title: 'Last updated', cell: ({ checkedat }) => (checkedat ? <RelativeTime at={checkedat} /> : 'Never') },
];

interface Driver {
  driverid: number;
  name: string;
  location: string;
}

const DRIVERS: TableColumn<Driver>[] = [
  {
    title: 'Driver',
    headline: true,
    cell: ({ driverid, name }) => (
      <AppLink to={`/printers/drivers/${driverid}`} className="mw-cell-link">
        {name}
      </AppLink>
    ),
  },
  { title: 'Path', wrap: true, cell: ({ location }) => <span className="mw-mono">{location}</span> },
];

const PINGS: Record<number, [word: string, label: string]> = {
  1: ['ok', 'Reachable'],
  0: ['critical', 'Not reachable'],
  [-1]: ['unknown', 'Reachability unknown'],
};

/** Shows the supplies of a printer, the parts to order, and the drivers of its model. */
export function SuppliesTab({ id }: TabProps) {
  const query = useQuery({
    queryKey: ['supplies', id],
    queryFn: () => get<PrinterSupplies>(`/printers/${id}/supplies`),
  });
  const record = useQuery(recordQuery('/printers', id));
  const { pingstatus, problem, source } = query.data ?? { pingstatus: -1, problem: null, source: null };
  const [word, label] = PINGS[pingstatus] ?? PINGS[-1]!;
  return (
    <div className="mw-stack">
      {problem && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} role="status">
          No data from Zabbix: {problem}
        </Alert>
      )}
      <DataTable
        title="Supplies"
        query={query}
        rows={query.data?.supplies}
        rowKey={({ name }) => name}
        columns={COLUMNS}
        expected={4}
        tools={
          <span className="mw-muted">
            {source === 'inventory' ? 'From the last inventory' : <StateBadge word={word} label={label} />}
          </span>
        }
        empty={{
          icon: IconDroplet,
          title: 'No supply levels',
          text: 'Zabbix does not know the address or name of this printer, and no inventory has read it.',
        }}
      />
      <DataTable
        title="Drivers for this model"
        query={record}
        rows={record.data && (record.data.drivers as Driver[])}
        rowKey={({ driverid }) => driverid}
        columns={DRIVERS}
        expected={1}
        empty={{
          icon: IconPackage,
          title: 'No drivers for this model',
          text: 'Add one under Printer drivers, so that installers use it.',
        }}
      />
    </div>
  );
}
