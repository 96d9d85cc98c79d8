import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TableColumn } from '../../../../src/web/parts/data-table.tsx';
import { sizeText } from '../../../../src/web/parts/size-text.ts';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { type Backup, isBeingRestored, isRunning } from './backup.ts';
import { listBackupErrors } from './copy-errors.ts';
import { targetsQuery } from './targets/target.ts';

const KINDS: Record<Backup['kind'], string> = {
  manual: 'Manual',
  scheduled: 'Scheduled',
  upgrade: 'Before an upgrade',
  restore: 'Before a restore',
  uploaded: 'Uploaded',
};

export const COLUMNS: TableColumn<Backup>[] = [
  { title: 'Backup', cell: (backup) => <Name backup={backup} />, headline: true, wrap: true, width: '24%' },
  { title: 'Type', cell: ({ kind }) => KINDS[kind] },
  { title: 'State', cell: (backup) => <State backup={backup} />, wrap: true, width: '18%' },
  { title: 'Size', cell: ({ bytes }) => bytes !== null && sizeText(bytes), align: 'right' },
  { title: 'Encrypted', cell: ({ sealed }) => (sealed ? 'Yes' : 'No') },
];

const Name = ({ backup: { createddate, filename } }: { backup: Backup }) => (
  <>
    <strong>
      <RelativeTime at={createddate} />
    </strong>
    <div className="mw-muted">{filename}</div>
  </>
);

function State({ backup }: { backup: Backup }) {
  if (isRunning(backup)) return <Underway>Creating</Underway>;
  if (backup.verifying) return <Underway>Verifying</Underway>;
  if (isBeingRestored(backup)) return <Underway>Restoring</Underway>;
  return (
    <>
      <StateBadge {...badgeOf(backup)} />
      <BackupErrors backup={backup} />
      {backup.restoring?.reason && (
        <div className="mw-error mw-break">Restore failed: {backup.restoring.reason}</div>
      )}
    </>
  );
}

/** Shows the errors of a backup. An error that a newer copy resolved is muted. */
function BackupErrors({ backup }: { backup: Backup }) {
  const { data } = useQuery(targetsQuery);
  if (backup.error === null) return null;
  if (!data) return <div className="mw-error mw-break">{backup.error}</div>;
  return listBackupErrors(backup, data).map(({ text, isOutdated }) => (
    <div key={text} className={`${isOutdated ? 'mw-small mw-muted' : 'mw-error'} mw-break`}>
      {text}
    </div>
  ));
}

const Underway = ({ children }: { children: string }) => (
  <span className="mw-state" role="status">
    <Loader size={16} aria-hidden />
    <span>{children}</span>
  </span>
);

function badgeOf({ state, verified }: Backup): { word: string; label: string } {
  if (state === 'failed') return { word: 'failed', label: 'Failed' };
  if (verified === null) return { word: 'unknown', label: 'Not verified' };
  return verified ? { word: 'verified', label: 'Verified' } : { word: 'broken', label: 'Damaged' };
}
