import { Button } from '@mantine/core';
import { IconClipboardList, IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LedgerDescriptor } from '../../kit/resource/descriptor.ts';
import { getBlob, request } from '../api/client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { saveBlob } from '../parts/save-blob.ts';
import { SmallButton } from '../parts/small-button.tsx';
import { Ago } from '../parts/time.tsx';
import { toastError } from '../parts/toasts.tsx';
import { FieldValue } from './field-value.tsx';
import { isNumeric } from './list-columns.tsx';

const PAGE = 50;

/** The rows of a ledger, the newest first. They are entered by verbs, so there is nothing to change here. */
export function LedgerTab({ ledger, address }: { ledger: LedgerDescriptor; address: string }) {
  const query = useInfiniteQuery({
    queryKey: ['ledger', address],
    queryFn: ({ pageParam }) =>
      request<RegisterRecord[]>('GET', address, { query: { page: pageParam, per_page: PAGE } }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  });
  const save = async () => {
    try {
      saveBlob(await getBlob(address, { format: 'csv' }), `${ledger.name}.csv`);
    } catch (error) {
      toastError(error, 'The list could not be saved');
    }
  };
  return (
    <DataTable
      title={ledger.title}
      query={query}
      rows={query.data?.pages.flatMap((page) => page.data)}
      rowKey={(row) => String(row[ledger.idfield])}
      columns={columnsOf(ledger)}
      tools={
        <SmallButton icon={IconDownload} onClick={() => void save()}>
          CSV
        </SmallButton>
      }
      empty={{ icon: IconClipboardList, title: 'Nothing here yet', text: ledger.description }}
      foot={
        query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Older entries
          </Button>
        )
      }
    />
  );
}

function columnsOf({ fields }: LedgerDescriptor): Column<RegisterRecord>[] {
  const shown = fields.filter((field) => field.list !== 'never');
  return [
    ...shown.map(
      (field, index): Column<RegisterRecord> => ({
        title: field.title,
        headline: index === 0,
        align: isNumeric(field) ? 'right' : undefined,
        wrap: field.kind === 'longtext' || field.kind === 'text',
        cell: (row) => <FieldValue field={field} record={row} />,
      }),
    ),
    { title: 'Entered', cell: (row) => <Ago at={String(row.createddate)} /> },
  ];
}
