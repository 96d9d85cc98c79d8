import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import type { PrinterUser } from '../assignments/routes.ts';
import { PrinterSource } from './printer-source.tsx';

const COLUMNS: TableColumn<PrinterUser>[] = [
  {
    title: 'Asset',
    headline: true,
    cell: ({ assetid, name, assetnumber }) => (
      <AppLink to={`/assets/${assetid}?tab=printers`} className="mw-cell-link">
        {name ?? assetnumber}
      </AppLink>
    ),
  },
  { title: 'Asset number', cell: ({ assetnumber }) => assetnumber },
  { title: 'Type', cell: ({ assettype }) => assettype },
  {
    title: 'Source',
    wrap: true,
    cell: (row) => <PrinterSource inheritedvia={row.inheritedvia} own="Assigned to it" />,
  },
  { title: 'Default', cell: ({ isdefault }) => (isdefault ? 'Yes' : '–') },
];

/** Lists the assets that print on a printer, directly or through a machine. */
export function UsersTab({ id }: TabProps) {
  const query = useQuery({
    queryKey: ['printer-users', id],
    queryFn: () => get<PrinterUser[]>(`/printers/${id}/users`),
  });
  return (
    <DataTable
      title="Used by"
      query={query}
      rows={query.data}
      rowKey={({ assetid, inheritedvia }) => `${assetid}/${inheritedvia?.assetid ?? ''}`}
      columns={COLUMNS}
      expected={4}
      empty={{
        icon: IconPrinter,
        title: 'No assets yet',
        text: 'To assign this printer, open a machine or PC and select Printers.',
      }}
    />
  );
}
