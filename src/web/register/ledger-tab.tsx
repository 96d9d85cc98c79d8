import { IconClipboardList, IconDownload } from '@tabler/icons-react';
import type { LedgerDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { DataTable, type TableColumn } from '../parts/data-table.tsx';
import { saveCsv } from '../parts/save-csv.ts';
import { SmallButton } from '../parts/small-button.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { FieldValue } from './field-value.tsx';
import { useGrowingList } from './growing-list.tsx';
import { isNumeric } from './list-columns.tsx';

/** Shows the rows of a ledger, newest first. Verbs add them, so they cannot be edited here. */
export function LedgerTab({ ledger, address }: { ledger: LedgerDescriptor; address: string }) {
  const list = useGrowingList<RegisterRecord>(['ledger', address], address, 'Older entries');
  return (
    <DataTable
      title={ledger.title}
      {...list}
      rowKey={(row) => String(row[ledger.idfield])}
      columns={columnsOf(ledger)}
      tools={
        <SmallButton icon={IconDownload} onClick={() => void saveCsv({ path: address, name: ledger.name })}>
          CSV
        </SmallButton>
      }
      empty={{ icon: IconClipboardList, title: 'Nothing here yet', text: ledger.description }}
    />
  );
}

function columnsOf({ fields }: LedgerDescriptor): TableColumn<RegisterRecord>[] {
  const shown = fields.filter((field) => field.list !== 'never');
  return [
    ...shown.map(
      (field, index): TableColumn<RegisterRecord> => ({
        title: field.title,
        headline: index === 0,
        align: isNumeric(field) ? 'right' : undefined,
        wrap: field.kind === 'longtext' || field.kind === 'text',
        cell: (row) => <FieldValue field={field} record={row} />,
      }),
    ),
    { title: 'Entered', cell: (row) => <RelativeTime at={String(row.createddate)} /> },
  ];
}
