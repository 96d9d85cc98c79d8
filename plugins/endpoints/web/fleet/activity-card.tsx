import { IconActivity } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { commandPath } from '../commands/command-query.ts';
import { actionTitle, COMMAND_STATE_LABELS } from '../labels.ts';
import { type Activity, activityQuery } from './pc-queries.ts';

const COLUMNS: TableColumn<Activity>[] = [
  { title: 'Event', cell: (row) => <What row={row} />, headline: true, wrap: true },
  { title: 'Time', cell: (row) => <RelativeTime at={row.at} /> },
  { title: 'State', cell: (row) => <ActivityState row={row} /> },
  { title: 'Details', cell: (row) => row.detail, wrap: true },
  { title: 'User', cell: (row) => row.requester },
];

/** Links a command to its details. */
function What({ row: { title, commandid } }: { row: Activity }) {
  if (commandid === null) return title;
  return <AppLink to={commandPath(commandid)}>{actionTitle(title)}</AppLink>;
}

/** Shows the state of a row; a failed command and a critical event get the critical icon. */
function ActivityState({ row: { kind, state, critical } }: { row: Activity }) {
  if (state === null) return null;
  const stateLabel =
    kind === 'command' ? COMMAND_STATE_LABELS[state as keyof typeof COMMAND_STATE_LABELS] : undefined;
  const word = stateLabel?.word ?? (/^(warn|error)/i.test(state) ? 'warning' : 'info');
  return <StateBadge word={critical ? 'critical' : word} label={stateLabel?.label ?? state} />;
}

/** Shows the latest commands and agent events of a PC. */
export function ActivityCard({ assetid }: { assetid: number }) {
  const query = useQuery(activityQuery(assetid));
  return (
    <DataTable
      title="Activity"
      query={query}
      rows={query.data}
      rowKey={(row) => `${row.kind}-${row.commandid}-${row.at}-${row.detail}`}
      columns={COLUMNS}
      expected={4}
      empty={{
        icon: IconActivity,
        title: 'No activity yet',
        text: 'The newest 15 commands and agent events are listed here.',
      }}
    />
  );
}
