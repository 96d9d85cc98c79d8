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
  { title: 'Left', cell: (row) => <LevelBar {...row} /> },
  { title: 'Kind', cell: ({ supplytype }) => typeTitle(supplytype) },
  { title: 'To order', wrap: true, cell: (row) => <PartNumbers {...row} /> },
  { title: 'Told', cell: ({ checkedat }) => (checkedat ? <RelativeTime at={checkedat} /> : 'Never') },
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
  { title: 'Lies at', wrap: true, cell: ({ location }) => <span className="mw-mono">{location}</span> },
];

const PINGS: Record<number, [word: string, label: string]> = {
  1: ['ok', 'Answers'],
  0: ['critical', 'Does not answer'],
  [-1]: ['unknown', 'Not known whether it answers'],
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
          Zabbix says nothing now: {problem}
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
            {source === 'inventory' ? 'From its last inventory' : <StateBadge word={word} label={label} />}
          </span>
        }
        empty={{
          icon: IconDroplet,
          title: 'Nobody tells what is left',
          text: 'Neither the monitoring knows this printer, by its address or its name, nor has an inventory read it.',
        }}
      />
      <DataTable
        title="Drivers of its model"
        query={record}
        rows={record.data && (record.data.drivers as Driver[])}
        rowKey={({ driverid }) => driverid}
        columns={DRIVERS}
        expected={1}
        empty={{
          icon: IconPackage,
          title: 'No driver for this model',
          text: 'Enter one under Printer drivers, so that installers know what PCs print with.',
        }}
      />
    </div>
  );
}
