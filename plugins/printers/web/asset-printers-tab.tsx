import { IconCheck, IconPencil, IconPrinter, IconPrinterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import type { EffectivePrinter, ObservedQueueRecord } from '../assignments/routes.ts';
import { AssignModal } from './assign-modal.tsx';
import { PrinterSource } from './printer-source.tsx';

const PRINTERS: TableColumn<EffectivePrinter>[] = [
  {
    title: 'Printer',
    headline: true,
    cell: (row) => (
      <AppLink to={`/printers/${row.printerid}`} className="mw-cell-link">
        {row.windowsname ?? row.name ?? row.hostname ?? row.assetnumber}
      </AppLink>
    ),
  },
  { title: 'Asset number', cell: ({ assetnumber }) => assetnumber },
  {
    title: 'Source',
    wrap: true,
    cell: (row) => <PrinterSource inheritedvia={row.inheritedvia} own="Assigned here" />,
  },
  { title: 'Default', cell: ({ isdefault }) => (isdefault ? 'Yes' : '–') },
];

const QUEUES: TableColumn<ObservedQueueRecord>[] = [
  { title: 'Queue', headline: true, cell: ({ name }) => name },
  { title: 'Printer', cell: (row) => <LeadsTo {...row} /> },
  { title: 'Port', wrap: true, cell: ({ portname }) => portname ?? '–' },
  { title: 'Driver', cell: ({ drivername }) => drivername ?? '–' },
  { title: 'Default', cell: ({ isdefault }) => (isdefault ? 'Yes' : '–') },
  { title: 'Last updated', cell: ({ modifieddate }) => <RelativeTime at={modifieddate} /> },
];

function LeadsTo({ printer, isvirtual }: ObservedQueueRecord) {
  if (printer)
    return (
      <>
        <AppLink to={`/printers/${printer.printerid}`}>
          {printer.windowsname ?? printer.hostname ?? printer.assetnumber}
        </AppLink>
        <span className="mw-muted"> by its {printer.by}</span>
      </>
    );
  return <span className="mw-muted">{isvirtual ? 'File or program' : 'Unknown printer'}</span>;
}

/** Shows the effective printers of a PC or machine with their reasons, and its reported queues. */
export function AssetPrintersTab({ id: assetid }: TabProps) {
  const [editing, setEditing] = useState(false);
  // Any signed-in user may assign printers, even without permissions for assets.
  const canedit = useMe() !== undefined;
  const effective = useQuery({
    queryKey: ['asset-printers', assetid],
    queryFn: () => get<EffectivePrinter[]>(`/printers/assignments/effective/${assetid}`),
  });
  const observed = useQuery({
    queryKey: ['asset-printers', assetid, 'observed'],
    queryFn: () => get<ObservedQueueRecord[]>(`/printers/observed/${assetid}`),
  });
  const edit = canedit && (
    <SmallButton icon={IconPencil} onClick={() => setEditing(true)}>
      Assign printers
    </SmallButton>
  );
  const hasLinked = observed.data?.some(({ printerid }) => printerid !== null);
  return (
    <div className="mw-stack">
      <DataTable
        title="Assigned printers"
        query={effective}
        rows={effective.data}
        rowKey={({ printerid }) => printerid}
        columns={PRINTERS}
        expected={2}
        add={edit}
        empty={{
          icon: IconPrinter,
          title: 'No printers assigned',
          text: 'A PC gets its assigned printers, or those of the machine that it controls if it has none.',
        }}
      />
      <DataTable
        title="Reported printers"
        query={observed}
        rows={observed.data}
        rowKey={({ observedqueueid }) => observedqueueid}
        columns={QUEUES}
        expected={2}
        tools={
          canedit &&
          hasLinked && (
            <SmallButton icon={IconCheck} onClick={() => void adopt(assetid)}>
              Assign these
            </SmallButton>
          )
        }
        empty={{
          icon: IconPrinterOff,
          title: 'No queues reported',
          text: 'Agents report the printer queues of a PC with its inventory.',
        }}
      />
      {editing && <AssignModal assetid={assetid} onClose={() => setEditing(false)} />}
    </div>
  );
}

interface AdoptResult {
  refused: { name: string; reason: string }[];
}

async function adopt(assetid: number): Promise<void> {
  try {
    const { data, auditid } = await request<AdoptResult>('POST', '/printers/assignments/seed-from-observed', {
      body: { assetid },
    });
    await queryClient.invalidateQueries({ queryKey: ['asset-printers', assetid] });
    const left = data.refused.map(({ name }) => name).join(', ');
    toastDone(left ? `Printers assigned. Skipped as unknown: ${left}.` : 'Printers assigned.', auditid);
  } catch (error) {
    toastError(error);
  }
}
