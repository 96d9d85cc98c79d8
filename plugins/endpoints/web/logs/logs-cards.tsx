import '../endpoint-styles.ts';
import { IconFileDownload, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { sizeText } from '../../../../src/web/parts/size-text.ts';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { CommandList } from '../commands/command-list.tsx';
import { commandPath } from '../commands/command-query.ts';
import { RunButton } from '../commands/run-button.tsx';
import type { Status } from '../fleet/pc-queries.ts';
import { useOpenedId } from '../use-opened-id.ts';
import { LogDrawer } from './log-drawer.tsx';
import { logFileName, logsQuery, type PcLog } from './log-queries.ts';

const EMPTY =
  'Fetch a text file of this PC, such as C:\\Logs\\agent.log. The last 256 KiB of a file and the newest 20 files of each PC are stored.';

/** Shows the log files of a PC and the state of log requests. */
export function LogsCards({ status }: { status: Status }) {
  const { assetid } = status;
  const query = useQuery(logsQuery(assetid));
  const [open, show] = useOpenedId('log');
  return (
    <div className="mw-pc">
      <DataTable
        title="Log files"
        query={query}
        rows={query.data}
        rowKey={({ logid }) => logid}
        columns={columnsOf(show)}
        expected={3}
        add={
          <RunButton
            status={status}
            action="collect_log"
            icon={IconFileDownload}
            size="compact-sm"
            variant="default"
          >
            Fetch log
          </RunButton>
        }
        empty={{ icon: IconFileText, title: 'No log files yet', text: EMPTY }}
      />
      <CommandList
        assetid={assetid}
        only={{
          action: 'collect_log',
          title: 'Requested logs',
          empty: 'Requests for log files are listed here with their state and the reason of a rejection.',
        }}
      />
      {open !== null && <LogDrawer assetid={assetid} logid={open} onClose={() => show(null)} />}
    </div>
  );
}

const columnsOf = (show: (logid: number) => void): TableColumn<PcLog>[] => [
  {
    title: 'File',
    headline: true,
    wrap: true,
    cell: ({ logid, path }) => (
      <>
        <button type="button" className="mw-plain mw-open-command" onClick={() => show(logid)}>
          {logFileName(path)}
        </button>
        <div className="mw-muted mw-break">{path}</div>
      </>
    ),
  },
  { title: 'Fetched', cell: ({ createddate }) => <RelativeTime at={createddate} /> },
  { title: 'Size', align: 'right', cell: ({ size }) => sizeText(size) },
  {
    title: 'Command',
    cell: ({ commandid }) => <AppLink to={commandPath(commandid)}>{`Command ${commandid}`}</AppLink>,
  },
];
