import { Button } from '@mantine/core';
import { IconDatabaseExport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../../src/web/api/client.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { DataTable } from '../../../../src/web/parts/data-table.tsx';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { toastDone, toastError } from '../../../../src/web/parts/toasts.tsx';
import { type Backup, backupsQuery, isRunning, refreshBackups } from './backup.ts';
import { BackupActions } from './backup-actions.tsx';
import { COLUMNS } from './columns.tsx';
import { DrillLine } from './drill-line.tsx';
import { Notices } from './notices.tsx';
import { TargetsCard } from './targets/targets-card.tsx';
import { UploadBackup } from './upload-backup.tsx';

/** Shows the page for backups of the appliance: create, check, download, upload and restore. */
export function ApplianceBackupsPage() {
  const query = useQuery(backupsQuery);
  return (
    <div className="mw-page">
      <PageHeader
        title="Backups of the appliance"
        icon={<IconDatabaseExport size={22} aria-hidden />}
        subtitle="Create, verify and restore backups of this appliance: each file contains all data and secrets."
        actions={
          <>
            <Button component={AppLink} variant="default" to="/admin/settings?search=backup_">
              Schedule
            </Button>
            <UploadBackup />
            <Make isRunning={query.data?.some(isRunning) ?? false} />
          </>
        }
      />
      <Notices />
      <TargetsCard />
      <DrillLine />
      <DataTable
        bare
        title="Backups of the appliance"
        query={query}
        rows={query.data}
        rowKey={({ backupid }) => backupid}
        columns={COLUMNS}
        actions={(backup) => <BackupActions backup={backup} />}
        empty={{
          icon: IconDatabaseExport,
          title: 'No backups yet',
          text: 'A backup is one file with all records, files and settings of this appliance. Create one and store a copy elsewhere, because backups on this appliance are lost with it.',
        }}
      />
    </div>
  );
}

function Make({ isRunning }: { isRunning: boolean }) {
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const { data } = await request<Backup>('POST', '/backups');
      if (data.state === 'failed') toastError(new Error(data.error ?? ''), 'The backup failed');
      else toastDone('The backup has started. You can continue to work.');
    } catch (failure) {
      toastError(failure, 'The backup failed');
    }
    await refreshBackups();
    setBusy(false);
  };
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      loading={busy}
      title={isRunning ? 'A backup is running. Wait until it is finished.' : undefined}
      aria-disabled={isRunning || undefined}
      data-disabled={isRunning || undefined}
      onClick={isRunning ? undefined : () => void make()}
    >
      Create backup
    </Button>
  );
}
