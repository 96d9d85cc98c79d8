import { IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { request } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { Pager } from '../../parts/pager.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { UndoButton } from './undo-button.tsx';

const PER_PAGE = 10;

/** Lists the previous imports, newest first. */
export function ImportHistory() {
  const [page, setPage] = useState(1);
  const registers = useRegisters();
  const params = { dryrun: 'false', page, per_page: PER_PAGE };
  const query = useQuery({
    queryKey: ['imports', params],
    queryFn: () => request<ImportSummary[]>('GET', '/imports', { query: params }),
    placeholderData: keepPreviousData,
  });
  const columns: TableColumn<ImportSummary>[] = [
    { title: 'File', cell: (record) => <FileLink record={record} />, headline: true, wrap: true },
    {
      title: 'Target',
      cell: (record) => registers.find(({ name }) => name === record.target)?.title ?? record.target,
    },
    { title: 'Result', cell: (record) => resultText(record.counts) },
    { title: 'User', cell: (record) => record.username },
    { title: 'Time', cell: (record) => <RelativeTime at={record.createddate} /> },
  ];
  return (
    <DataTable
      title="Previous imports"
      query={query}
      rows={query.data?.data}
      rowKey={(record) => record.importid}
      columns={columns}
      expected={3}
      actions={(record) =>
        record.isundone ? <span className="mw-muted">undone</span> : <UndoButton compact record={record} />
      }
      empty={{
        icon: IconUpload,
        title: 'No imports yet',
        text: 'Imported files appear here with the result of each row. You can undo each import as a whole.',
      }}
      foot={<Pager info={query.data?.pagination} onPage={setPage} />}
    />
  );
}

function FileLink({ record }: { record: ImportSummary }) {
  return (
    <AppLink to={`/imports/${record.importid}`} className="mw-cell-link">
      {record.filename}
    </AppLink>
  );
}

function resultText({ add, update, error }: ImportSummary['counts']): string {
  return `${add} added, ${update} changed${error > 0 ? `, ${error} skipped` : ''}`;
}
