import { Group } from '@mantine/core';
import {
  IconCalendarRepeat,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryString } from '../../api/base-path.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { MissingMailServer } from '../../parts/missing-settings.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { ScheduleModal } from './schedule-modal.tsx';
import { type ScheduleRow, whenText } from './schedule-row.ts';

const queryKey = ['reportschedules'];

const COLUMNS: TableColumn<ScheduleRow>[] = [
  {
    title: 'Report',
    headline: true,
    wrap: true,
    cell: (row) => (
      <AppLink to={`/reports/${row.report}${queryString(row.parameters ?? {})}`}>{row.title}</AppLink>
    ),
  },
  { title: 'Schedule', wrap: true, cell: whenText },
  { title: 'Recipients', wrap: true, cell: ({ addresses }) => addresses.join(', ') },
  {
    title: 'Next run',
    cell: ({ isactive, nextrun }) => (isactive ? <RelativeTime at={nextrun} /> : 'Paused'),
  },
  {
    title: 'Last run',
    wrap: true,
    cell: ({ lastrun, lastoutcome }) => (
      <>
        {lastrun && <RelativeTime at={lastrun} />}
        {lastoutcome && <div className="mw-muted">{lastoutcome}</div>}
        {!lastrun && !lastoutcome && <span className="mw-muted">not yet</span>}
      </>
    ),
  },
  { title: 'Owner', cell: ({ owner }) => owner ?? <span className="mw-muted">–</span> },
];

/** Sends a request, confirms it, and reloads the schedules. */
async function act(method: 'POST' | 'PUT', path: string, message: string, body?: object): Promise<void> {
  try {
    const { auditid } = await request(method, path, { body });
    toastDone(message, auditid);
  } catch (failure) {
    toastError(failure);
  }
  await queryClient.invalidateQueries({ queryKey });
}

/** Shows the scheduled reports with their times, recipients and last results. */
export function SchedulesPage() {
  const query = useQuery({ queryKey, queryFn: () => get<ScheduleRow[]>('/reports/schedules') });
  const [edited, setEdited] = useState<ScheduleRow | null>(null);
  return (
    <div className="mw-page">
      <PageHeader
        title="Report schedules"
        crumbs={[{ title: 'Reports', to: '/reports' }]}
        icon={<IconCalendarRepeat size={22} aria-hidden />}
        subtitle="Reports that are mailed every week or every month."
      />
      <MissingMailServer />
      <DataTable
        bare
        title="Report schedules"
        query={query}
        rows={query.data}
        rowKey={(row) => row.reportscheduleid}
        columns={COLUMNS}
        isInactive={(row) => !row.isactive}
        actions={(row) => <Actions row={row} onEdit={() => setEdited(row)} />}
        empty={{
          icon: IconCalendarRepeat,
          title: 'No schedules yet',
          text: 'Open a report, choose its filters, and select "Schedule".',
        }}
      />
      {edited && <ScheduleModal schedule={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

function Actions({ row, onEdit }: { row: ScheduleRow; onEdit: () => void }) {
  const { reportscheduleid, title, isactive, modifieddate: ifmodifieddate } = row;
  const path = `/reports/schedules/${reportscheduleid}`;
  const [icon, word, message] = isactive
    ? [IconPlayerPause, 'Pause', `${title} is paused.`]
    : [IconPlayerPlay, 'Resume', `${title} is resumed.`];
  return (
    <Group gap={6}>
      <SmallButton
        icon={IconSend}
        aria-label={`Send now: ${title}`}
        onClick={() => void act('POST', `${path}/send`, `${title} is being sent.`)}
      >
        Send now
      </SmallButton>
      <SmallButton
        icon={icon!}
        aria-label={`${word}: ${title}`}
        onClick={() => void act('PUT', path, message!, { isactive: !isactive, ifmodifieddate })}
      >
        {word}
      </SmallButton>
      <SmallButton icon={IconPencil} aria-label={`Edit: ${title}`} onClick={onEdit}>
        Edit
      </SmallButton>
    </Group>
  );
}
