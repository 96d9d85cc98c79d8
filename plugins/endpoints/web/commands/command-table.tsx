import '../endpoint-styles.ts';
import { IconX } from '@tabler/icons-react';
import { request } from '../../../../src/web/api/client.ts';
import { useMe } from '../../../../src/web/api/queries.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { DataTable, type DataTableProps, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { durationText, RelativeTime } from '../../../../src/web/parts/time.tsx';
import { toastDone, toastError } from '../../../../src/web/parts/toasts.tsx';
import { pcPath } from '../../pc-path.ts';
import { COMMAND_STATE_LABELS, commandTitle, mayIssue, pcNameOf } from '../labels.ts';
import { useOpenedId } from '../use-opened-id.ts';
import { CommandDrawer } from './command-drawer.tsx';
import type { PcCommand } from './command-query.ts';
import { CommandSubject } from './command-subject.tsx';

type CommandTableProps = Omit<DataTableProps<PcCommand>, 'rowKey' | 'columns' | 'actions'> & {
  /** True when the commands belong to many PCs. The table then has a column for the PC. */
  ofMany?: boolean;
};

/** Lists commands with their PCs and results. The command that the address names is open next to the list. */
export function CommandTable({ ofMany, ...list }: CommandTableProps) {
  const me = useMe();
  const [open, show] = useOpenedId('command');
  return (
    <>
      <DataTable
        {...list}
        rowKey={({ commandid }) => commandid}
        columns={columnsOf({
          ofMany: ofMany === true,
          seesUsers: mayIssue(me),
          onOpen: ({ commandid }) => show(commandid),
        })}
        actions={(command) =>
          command.state === 'queued' &&
          mayIssue(me, command.action) && (
            <SmallButton
              icon={IconX}
              onClick={() => void cancel(command)}
              aria-label={`Cancel: ${commandTitle(command)}`}
            >
              Cancel
            </SmallButton>
          )
        }
      />
      {open !== null && (
        <CommandDrawer
          commandid={open}
          listed={list.rows?.find(({ commandid }) => commandid === open)}
          onClose={() => show(null)}
        />
      )}
    </>
  );
}

const DURATION: TableColumn<PcCommand> = {
  title: 'Duration',
  cell: ({ durationms }) => (durationms === null ? null : durationText(durationms)),
};

interface ColumnOptions {
  ofMany: boolean;
  /** True if the server names the users to this user. */
  seesUsers: boolean;
  onOpen: (command: PcCommand) => void;
}

function columnsOf({ ofMany, seesUsers, onOpen }: ColumnOptions): TableColumn<PcCommand>[] {
  const pc: TableColumn<PcCommand> = {
    title: 'PC',
    sort: 'hostname',
    cell: (command) => <AppLink to={pcPath(command.assetid)}>{pcNameOf(command)}</AppLink>,
  };
  return [
    {
      title: 'Command',
      sort: 'action',
      headline: true,
      cell: (command) => (
        <>
          <button type="button" className="mw-plain mw-open-command" onClick={() => onOpen(command)}>
            {commandTitle(command)}
          </button>{' '}
          <CommandSubject command={command} />
        </>
      ),
    },
    ...(ofMany ? [pc] : []),
    { title: 'State', sort: 'state', cell: (command) => <CommandState command={command} /> },
    {
      title: 'Requested',
      sort: 'createddate',
      cell: ({ createddate }) => <RelativeTime at={createddate} />,
    },
    { title: 'Started by', sort: seesUsers ? 'username' : undefined, cell: ({ username }) => username },
    ...(ofMany ? [] : [DURATION]),
    {
      title: 'Result',
      sort: 'output',
      cell: ({ output }) => output && <span className="mw-result">{firstLine(output)}</span>,
    },
  ];
}

/** Shows the state of a command with its reason, or else the exit code of a failed one. */
export function CommandState({ command: { state, reason, exitcode } }: { command: PcCommand }) {
  const why = reason ?? (state === 'failed' && exitcode !== null ? `exit code ${exitcode}` : null);
  return (
    <>
      <StateBadge {...COMMAND_STATE_LABELS[state]} />
      {why && <span className="mw-muted"> {why}</span>}
    </>
  );
}

const firstLine = (output: string): string => output.trim().split('\n', 1)[0]!.slice(0, 120);

async function cancel(command: PcCommand): Promise<void> {
  try {
    await request('DELETE', `/endpoints/commands/${command.commandid}`);
    await queryClient.invalidateQueries();
    toastDone(`${commandTitle(command)} on ${pcNameOf(command)} is canceled.`);
  } catch (error) {
    toastError(error);
  }
}
