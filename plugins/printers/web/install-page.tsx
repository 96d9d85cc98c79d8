import { Button, Checkbox, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, getBlob } from '../../../src/web/api/client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { saveBlob } from '../../../src/web/parts/save-blob.ts';
import { SearchBox } from '../../../src/web/parts/search-box.tsx';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import type { InstallableRow } from '../install/routes.ts';

const nameOf = (row: InstallableRow): string =>
  row.windowsname ?? row.hostname ?? row.name ?? row.assetnumber;

/** Shows the page on which users select printers and download an installer for Windows. */
export function InstallPage() {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [text, setText] = useState('');
  const query = useQuery({
    queryKey: ['install-list'],
    queryFn: () => get<InstallableRow[]>('/printers/install-list'),
  });
  const shown = query.data?.filter((row) =>
    [nameOf(row), row.vendorname, row.modelnumber, row.hostname, row.ipaddress, row.assetnumber].some((one) =>
      (one ?? '').toLowerCase().includes(text.toLowerCase()),
    ),
  );
  const toggle = (printerid: number, on: boolean) =>
    setChosen(on ? [...chosen, printerid] : chosen.filter((one) => one !== printerid));
  const columns: TableColumn<InstallableRow>[] = [
    {
      title: 'Printer',
      headline: true,
      cell: (row) => (
        <Checkbox
          label={nameOf(row)}
          checked={chosen.includes(row.printerid)}
          onChange={(event) => toggle(row.printerid, event.currentTarget.checked)}
        />
      ),
    },
    ...COLUMNS,
  ];
  return (
    <div className="mw-page">
      <PageHeader
        title="Install printers"
        icon={<IconPrinter size={22} aria-hidden />}
        subtitle="Select printers and download a Windows installer, which deletes itself after it has run."
        actions={
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={chosen.length === 0}
            onClick={() => void download(chosen)}
          >
            {chosen.length === 0 ? 'Download installer' : `Download for ${chosen.length}`}
          </Button>
        }
      />
      {query.data && query.data.length > 0 && (
        <Group gap="sm" mb="md">
          <SearchBox
            label="Find a printer"
            placeholder="Name, model or address"
            value={text}
            onChange={setText}
          />
        </Group>
      )}
      <DataTable
        title="Printers on the network"
        query={query}
        rows={shown}
        rowKey={({ printerid }) => printerid}
        columns={columns}
        expected={8}
        empty={
          text
            ? {
                icon: IconPrinter,
                title: 'No printers match',
                text: 'Change the filter to see more printers.',
              }
            : {
                icon: IconPrinter,
                title: 'No network printers',
                text: 'Printers in use that are marked as on the network are listed here.',
              }
        }
      />
    </div>
  );
}

const COLUMNS: TableColumn<InstallableRow>[] = [
  { title: 'Vendor', cell: ({ vendorname }) => vendorname ?? '–' },
  { title: 'Model', cell: ({ modelnumber }) => modelnumber ?? '–' },
  { title: 'Host name', cell: ({ hostname }) => hostname ?? '–' },
  { title: 'IP address', cell: ({ ipaddress }) => ipaddress ?? '–' },
  {
    title: 'Asset number',
    cell: ({ printerid, assetnumber }) => <AppLink to={`/printers/${printerid}`}>{assetnumber}</AppLink>,
  },
];

async function download(printerids: readonly number[]): Promise<void> {
  try {
    const blob = await getBlob('/printers/install-batch', { printerids: printerids.join(',') });
    saveBlob(blob, 'install-printers.bat');
    toastDone('The installer is downloaded.');
  } catch (error) {
    toastError(error, 'The installer could not be created');
  }
}
