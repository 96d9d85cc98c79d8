import { Loader } from '@mantine/core';
import type { Column } from '../../../../src/web/parts/data-table.tsx';
import { sizeText } from '../../../../src/web/parts/size-text.ts';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { Ago } from '../../../../src/web/parts/time.tsx';
import { type Backup, isBeingRestored, isRunning } from './backup.ts';

const KINDS: Record<Backup['kind'], string> = {
  manual: 'By hand',
  scheduled: 'By schedule',
  upgrade: 'Before an upgrade',
  restore: 'Before a restore',
  uploaded: 'From elsewhere',
};

export const COLUMNS: Column<Backup>[] = [
  { title: 'Backup', cell: (backup) => <Name backup={backup} />, headline: true, wrap: true, width: '26%' },
  { title: 'Made', cell: ({ kind }) => KINDS[kind] },
  { title: 'State', cell: (backup) => <State backup={backup} />, wrap: true, width: '20%' },
  { title: 'Size', cell: ({ bytes }) => bytes !== null && sizeText(bytes), align: 'right' },
  { title: 'Sealed', cell: ({ sealed }) => (sealed ? 'With a passphrase' : 'No') },
];

const Name = ({ backup: { createddate, filename } }: { backup: Backup }) => (
  <>
    <strong>
      <Ago at={createddate} />
    </strong>
    <div className="mw-muted">{filename}</div>
  </>
);

function State({ backup }: { backup: Backup }) {
  if (isRunning(backup)) return <Underway>Being made</Underway>;
  if (backup.verifying) return <Underway>Being checked</Underway>;
  if (isBeingRestored(backup)) return <Underway>Being restored</Underway>;
  return (
    <>
      <StateBadge {...badgeOf(backup)} />
      {backup.error && <div className="mw-error mw-break">{backup.error}</div>}
      {backup.restoring?.reason && (
        <div className="mw-error mw-break">Not restored: {backup.restoring.reason}</div>
      )}
    </>
  );
}

const Underway = ({ children }: { children: string }) => (
  <span className="mw-state" role="status">
    <Loader size={16} aria-hidden />
    <span>{children}</span>
  </span>
);

function badgeOf({ state, verified }: Backup): { word: string; label: string } {
  if (state === 'failed') return { word: 'failed', label: 'Failed' };
  if (verified === null) return { word: 'unknown', label: 'Not looked at' };
  return verified ? { word: 'verified', label: 'Whole' } : { word: 'broken', label: 'Damaged' };
}
