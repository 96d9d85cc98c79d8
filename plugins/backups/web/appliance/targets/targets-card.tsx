import { Group, Loader } from '@mantine/core';
import { IconPencil, IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../../../../src/web/api/query-client.ts';
import { ConfirmModal } from '../../../../../src/web/parts/confirm-modal.tsx';
import { useFocusBack } from '../../../../../src/web/parts/dialog.tsx';
import { SmallButton } from '../../../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../../src/web/parts/time.tsx';
import { toastDone, toastError } from '../../../../../src/web/parts/toasts.tsx';
import { backupsQuery } from '../backup.ts';
import { type BackupTarget, refreshTargets, removeTarget, targetsQuery, testTarget } from './target.ts';
import { TargetModal } from './target-modal.tsx';

/** Shows the card with the targets of backup copies and their results. */
export function TargetsCard() {
  const { data } = useQuery(targetsQuery);
  useRefreshAfterBackups();
  const [adding, setAdding] = useState(false);
  if (!data) return null;
  return (
    <section className="mw-card mw-card-pad" aria-label="Backup targets" style={{ marginBottom: 16 }}>
      <Group justify="space-between" gap="sm">
        <strong>Backup targets</strong>
        <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
          Add target
        </SmallButton>
      </Group>
      <div className="mw-muted">
        {data.length === 0
          ? 'All backups are on the disk of this appliance and are lost with it. Add a folder on another disk, a share, an SFTP server or S3 storage: each new backup is copied there.'
          : 'Each new backup is copied to all targets. A failed copy is retried every hour.'}
      </div>
      {data.length > 0 && (
        <ul className="mw-targets" aria-label="Targets">
          {data.map((target) => (
            <TargetItem key={target.targetid} target={target} />
          ))}
        </ul>
      )}
      {adding && <TargetModal onClose={() => setAdding(false)} />}
    </section>
  );
}

/** Reloads the targets when a backup changes, so that the card matches the list below it. */
function useRefreshAfterBackups(): void {
  const { data } = useQuery(backupsQuery);
  const states = JSON.stringify(data?.map(({ backupid, state, error }) => [backupid, state, error]));
  const previous = useRef(states);
  useEffect(() => {
    const isChanged = previous.current !== undefined && previous.current !== states;
    previous.current = states;
    if (isChanged) void queryClient.invalidateQueries({ queryKey: targetsQuery.queryKey });
  }, [states]);
}

function TargetItem({ target }: { target: BackupTarget }) {
  return (
    <li>
      <div className="mw-target-text">
        <strong className="mw-break">{nameOf(target)}</strong>
        <div>
          <TargetState target={target} />
        </div>
        {target.error && <div className="mw-error mw-break">{target.error}</div>}
      </div>
      <TargetActions target={target} />
    </li>
  );
}

/** Returns the display name of a target without the host key, which is long and meaningless to users. */
const nameOf = ({ target, kind }: BackupTarget): string => (kind === 'sftp' ? target.split('#')[0]! : target);

function TargetState({ target }: { target: BackupTarget }) {
  const { state, percent, copies, lastsuccess } = target;
  if (state === 'copying')
    return (
      <span className="mw-state" role="status">
        <Loader size={16} aria-hidden />
        <span>Copying: {percent} %</span>
      </span>
    );
  return (
    <>
      <StateBadge {...BADGES[state]} />{' '}
      {lastsuccess !== null && (
        <span className="mw-muted">
          {copies === 1 ? '1 backup' : `${copies} backups`}, last copy <RelativeTime at={lastsuccess} />
        </span>
      )}
    </>
  );
}

const BADGES = {
  new: { word: 'pending', label: 'Nothing copied yet' },
  done: { word: 'ok', label: 'Copied' },
  failed: { word: 'failed', label: 'Failed' },
  waiting: { word: 'pending', label: 'Paused until an admin resumes deliveries' },
} as const;

function TargetActions({ target }: { target: BackupTarget }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const [busy, setBusy] = useState(false);
  const name = nameOf(target);
  const test = async () => {
    setBusy(true);
    try {
      const { ok, problem, note } = await testTarget({ target: target.target });
      if (ok) toastDone(`${name} works. ${note ?? ''}`.trim());
      else toastError(new Error(problem ?? ''), `${name} does not work`);
      await refreshTargets();
    } catch (failure) {
      toastError(failure, `${name} could not be tested`);
    }
    setBusy(false);
  };
  return (
    <Group gap={8} justify="flex-end">
      <SmallButton
        icon={IconPlugConnected}
        loading={busy}
        onClick={() => void test()}
        aria-label={`Test ${name}`}
      >
        Test
      </SmallButton>
      <SmallButton icon={IconPencil} onClick={() => setOpen('edit')} aria-label={`Edit ${name}`}>
        Edit
      </SmallButton>
      <SmallButton icon={IconTrash} onClick={() => setOpen('remove')} aria-label={`Remove ${name}`}>
        Remove
      </SmallButton>
      {open === 'edit' && <TargetModal target={target} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveModal target={target} name={name} onClose={() => setOpen(null)} />}
    </Group>
  );
}

interface RemoveModalProps {
  target: BackupTarget;
  name: string;
  onClose: () => void;
}

function RemoveModal({ target, name, onClose }: RemoveModalProps) {
  // The row of the removed target and its button disappear, so the focus needs a new place.
  useFocusBack();
  const remove = async () => {
    await removeTarget(target.targetid);
    toastDone(`Backups are no longer copied to ${name}.`);
  };
  return (
    <ConfirmModal opened onClose={onClose} title="Remove target" action="Remove" danger onConfirm={remove}>
      <p className="mw-break">
        <strong>{name}</strong>
      </p>
      <p>
        New backups are no longer copied to this target, and its secret is deleted. Existing copies are not
        deleted.
      </p>
    </ConfirmModal>
  );
}
