import { IconCalendarCheck, IconCalendarDue, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DueListItem } from '../../../features/dashboard/due/due-schemas.ts';
import { request } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Pager } from '../../parts/pager.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { calendarDate } from '../../parts/time.tsx';
import { CalendarButton } from './calendar-dialog.tsx';
import { DueFilters } from './due-filters.tsx';
import { DueState } from './due-state.tsx';
import { useDueFilters } from './use-due-filters.ts';

const COLUMNS: TableColumn<DueListItem>[] = [
  {
    title: 'Item',
    sort: 'title',
    headline: true,
    wrap: true,
    cell: ({ href, title }) => (
      <AppLink to={href} className="mw-cell-link">
        {title}
      </AppLink>
    ),
  },
  { title: 'State', sort: 'daysleft', cell: ({ daysleft }) => <DueState daysleft={daysleft} /> },
  { title: 'Due', sort: 'due', cell: ({ due }) => <time dateTime={due}>{calendarDate(due)}</time> },
  { title: 'Kind', sort: 'kindtitle', cell: ({ kindtitle }) => kindtitle },
  {
    title: 'Location',
    sort: 'location',
    cell: ({ location }) => location ?? <span className="mw-muted">–</span>,
  },
];

/** Lists what is overdue or due soon, of all kinds. The filters are in the URL, so that a link shows the same. */
export function DuePage() {
  const { filters, sorting, change, apiQuery } = useDueFilters();
  const query = useQuery({
    queryKey: ['due', apiQuery],
    queryFn: ({ signal }) =>
      request<DueListItem[]>('GET', '/dashboard/due', { query: { ...apiQuery, per_page: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
  const me = useMe();
  const download = () => void saveCsv({ path: '/dashboard/due', query: apiQuery, name: 'due' });
  const total = query.data?.pagination?.total ?? 0;
  return (
    <div className="mw-page">
      <PageHeader
        title="Due dates"
        icon={<IconCalendarDue size={22} aria-hidden />}
        subtitle="Everything that is overdue or due soon, the most urgent first."
        actions={me && <CalendarButton filters={filters} />}
      />
      <DueFilters filters={filters} sorting={sorting} onChange={change} />
      <DataTable
        title={`${total.toLocaleString('en')} ${total === 1 ? 'item' : 'items'}`}
        query={query}
        rows={query.data?.data}
        rowKey={({ kind, itemid }) => `${kind}/${itemid}`}
        columns={COLUMNS}
        sorting={sorting}
        tools={
          <SmallButton icon={IconDownload} onClick={download}>
            CSV
          </SmallButton>
        }
        empty={{
          icon: IconCalendarCheck,
          title: 'Nothing is due',
          text: 'Choose a longer period, or clear the filters. Assets that are no longer used are never due.',
        }}
        foot={<Pager info={query.data?.pagination} onPage={(page) => change({ page: String(page) })} />}
      />
    </div>
  );
}
