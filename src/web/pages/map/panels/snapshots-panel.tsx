import { Button, TextInput } from '@mantine/core';
import { IconCamera, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MapSnapshot } from '../../../../features/map/schemas.ts';
import { request } from '../../../api/client.ts';
import { ConfirmModal } from '../../../parts/confirm-modal.tsx';
import { ErrorView } from '../../../parts/error-view.tsx';
import { useLeaveGuard } from '../../../parts/leave-guard.ts';
import { SkeletonRows } from '../../../parts/skeletons.tsx';
import { SmallButton } from '../../../parts/small-button.tsx';
import { absoluteTime, RelativeTime } from '../../../parts/time.tsx';
import { toastDone, toastError } from '../../../parts/toasts.tsx';
import { refreshMap, snapshotsQuery } from '../map-queries.ts';
import { toastUndo } from '../undo-toast.ts';

interface RestoreResult {
  changed: number;
  beforesnapshotid: number;
}

/** Saves positions before a large change, and restores them after a wrong one. */
export function SnapshotsPanel() {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<MapSnapshot | null>(null);
  const { data, error, isPending, refetch } = useQuery(snapshotsQuery);
  useLeaveGuard(name.trim() !== '');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await request('POST', '/mappositions/snapshots', { body: { name } });
      setName('');
      toastDone('Positions saved.');
      await refreshMap();
    } catch (failure) {
      toastError(failure, 'The snapshot was not saved');
    }
  };
  const restore = async (snapshotid: number) => {
    const answer = await request<RestoreResult>('POST', `/mappositions/snapshots/${snapshotid}/restore`);
    await refreshMap();
    toastUndo(`${answer.data.changed} positions restored.`, {
      auditid: answer.auditid,
      otherwise: () => request('POST', `/mappositions/snapshots/${answer.data.beforesnapshotid}/restore`),
    });
  };
  return (
    <div className="mw-map-pad">
      <p className="mw-muted">
        A snapshot stores the position, level and verification of each asset. One is saved automatically
        before each recalibration and each restore.
      </p>
      <form className="mw-map-inline" onSubmit={save}>
        <TextInput
          aria-label="Snapshot name"
          placeholder="Before moving line 3"
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" leftSection={<IconCamera size={16} />}>
          Save
        </Button>
      </form>
      {isPending && <SkeletonRows rows={4} height={52} />}
      {error && <ErrorView error={error} retry={refetch} />}
      {data?.length === 0 && <p className="mw-muted">No snapshots yet.</p>}
      <ul className="mw-map-rows">
        {data?.map((snapshot) => (
          <li key={snapshot.snapshotid} className="mw-map-row">
            <span className="mw-hit-text">
              <span>{snapshot.name}</span>
              <small>
                <RelativeTime at={snapshot.createddate} /> · {snapshot.username} · {snapshot.positioncount}{' '}
                {snapshot.levelid === null ? 'on all levels' : `on ${snapshot.level ?? 'a deleted level'}`}
              </small>
            </span>
            <SmallButton
              icon={IconRestore}
              aria-label={`Restore ${snapshot.name}`}
              onClick={() => setChosen(snapshot)}
            >
              Restore
            </SmallButton>
          </li>
        ))}
      </ul>
      <ConfirmModal
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={`Restore "${chosen?.name}"`}
        action="Restore"
        onConfirm={async () => {
          if (chosen) await restore(chosen.snapshotid);
        }}
      >
        {chosen && (
          <>
            {chosen.levelid === null ? 'All assets' : `All assets of ${chosen.level ?? 'that level'}`} move
            back to their positions of {absoluteTime(chosen.createddate)}. The current positions are saved
            first.
          </>
        )}
      </ConfirmModal>
    </div>
  );
}
