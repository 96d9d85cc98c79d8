import { IconDatabase, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { FileLink } from '../../../src/web/parts/file-link.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { calendarDate } from '../../../src/web/parts/time.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { BACKUP_STATES } from '../states.ts';
import { BackupModal } from './backup-modal.tsx';
import type { AssetBackup } from './backup-row.ts';

/** Maximum number of shown backups. The list of all backups contains the older ones. */
const MAX_SHOWN = 100;
const DASH = <span className="mw-muted">–</span>;

/** Shows the newest `MAX_SHOWN` backups of an asset. */
export function BackupsTab({ record }: TabProps) {
  const me = useMe();
  const [adding, setAdding] = useState(false);
  const { assetid } = record;
  const query = useQuery({
    queryKey: ['backups-of', assetid],
    queryFn: () => get<AssetBackup[]>('/backups/assets', { assetid: Number(assetid), per_page: MAX_SHOWN }),
  });
  const has = (right: string) => me?.isadmin || me?.permissions.includes(`backups.${right}`);
  const last = query.data?.find(({ backupstate }) => backupstate !== 'superseded');
  return (
    <>
      <DataTable
        title="Backups"
        query={query}
        rows={query.data}
        rowKey={(row) => row.assetbackupid}
        columns={columnsFor(Boolean(has('view')))}
        tools={last && <span className="mw-muted">Last backup {calendarDate(last.backupdate)}</span>}
        add={
          has('edit') &&
          record.isactive !== false && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              Record backup
            </SmallButton>
          )
        }
        empty={{
          icon: IconDatabase,
          title: 'No backups yet',
          text: 'Record a backup with its date and storage location. Set an interval to get a reminder for the next one.',
        }}
      />
      {adding && (
        <BackupModal
          assetid={Number(record.assetid)}
          name={String(record.assetnumber)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

const columnsFor = (mayRead: boolean): TableColumn<AssetBackup>[] => [
  {
    title: 'Backed up on',
    headline: true,
    cell: (row) => (
      <AppLink to={`/backups/assets/${row.assetbackupid}`} className="mw-cell-link">
        {calendarDate(row.backupdate)}
      </AppLink>
    ),
  },
  {
    title: 'State',
    cell: (row) => <StateBadge word={row.backupstate} label={BACKUP_STATES[row.backupstate]} />,
  },
  { title: 'Next due', cell: (row) => (row.duedate ? calendarDate(row.duedate) : DASH) },
  { title: 'Method', wrap: true, cell: (row) => row.method ?? DASH },
  { title: 'Storage location', wrap: true, cell: (row) => row.storagelocation ?? DASH },
  { title: 'Verified', cell: (row) => (row.isverified ? 'Yes' : 'No') },
  {
    title: 'File',
    cell: ({ filename, originalname }) => {
      if (!filename) return DASH;
      const name = originalname ?? 'File';
      return mayRead ? <FileLink path={`/backups/assets/file/${filename}`} name={name} /> : name;
    },
  },
];
