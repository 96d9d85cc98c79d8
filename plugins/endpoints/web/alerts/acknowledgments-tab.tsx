import '../endpoint-styles.ts';
import { IconEye } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { get, request } from '../../../../src/web/api/client.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { Pager } from '../../../../src/web/parts/pager.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import type { TabProps } from '../../../../src/web/plugin-parts.tsx';
import type { acknowledgment } from '../../alerts/list.ts';
import { pcPath } from '../../pc-path.ts';
import { LIVE_MS } from '../labels.ts';

type Acknowledgment = z.output<typeof acknowledgment>;

const PAGE = 50;
const COUNT = new Intl.NumberFormat('en');

/** Returns the query for one page of PCs that acknowledged an alert. It refreshes automatically. */
const seenQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['alert-seen', id, page],
    queryFn: () =>
      request<Acknowledgment[]>('GET', `/endpoints/alerts/${id}/acknowledgements`, {
        query: { page, per_page: PAGE },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

const COLUMNS: TableColumn<Acknowledgment>[] = [
  {
    title: 'PC',
    headline: true,
    cell: ({ assetid, hostname, assetnumber }) => (
      <AppLink className="mw-cell-link" to={pcPath(assetid)}>
        {hostname ?? assetnumber}
      </AppLink>
    ),
  },
  { title: 'Seen', cell: ({ acknowledgeddate }) => <RelativeTime at={acknowledgeddate} /> },
];

/** Shows the PCs on which a user acknowledged an alert, and when. */
export function AcknowledgmentsTab({ id, record }: TabProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(seenQuery(id, page));
  const scope = record.alertscope ? JSON.stringify(record.alertscope) : undefined;
  const targetCount = useQuery({
    queryKey: ['alert-audience', scope ?? null],
    queryFn: ({ signal }) => get<{ count: number }>('/endpoints/scope', { scope }, signal),
  }).data?.count;
  const seen = query.data?.pagination?.total;
  return (
    <div className="mw-stack">
      {seen !== undefined && targetCount !== undefined && <p role="status">{howMany(seen, targetCount)}</p>}
      <DataTable
        title="PCs with acknowledgment"
        query={query}
        rows={query.data?.data}
        rowKey={({ assetid }) => assetid}
        columns={COLUMNS}
        foot={<Pager info={query.data?.pagination} onPage={setPage} />}
        expected={3}
        empty={{
          icon: IconEye,
          title: 'No acknowledgments yet',
          text: 'The notice has a Seen button on each PC. A PC is listed here when its user presses the button.',
        }}
      />
    </div>
  );
}

/**
 * Returns the number of PCs that acknowledged the alert, with the number in its scope. The scope may have
 * become smaller since. If it now covers fewer PCs than acknowledged, its number is left out.
 */
function howMany(seen: number, targetCount: number): string {
  const of = seen <= targetCount ? ` of ${COUNT.format(targetCount)}` : '';
  return `Seen on ${COUNT.format(seen)}${of} ${(of ? targetCount : seen) === 1 ? 'PC' : 'PCs'}.`;
}
