import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../../src/web/api/client.ts';
import { ConfirmModal } from '../../../../src/web/parts/confirm-modal.tsx';
import { useFocusBack } from '../../../../src/web/parts/dialog.tsx';
import { toastDone, toastError } from '../../../../src/web/parts/toasts.tsx';
import {
  type Backup,
  downloadBackup,
  findFileBlocker,
  isBeingRestored,
  isRunning,
  refreshBackups,
} from './backup.ts';
import { CheckButton } from './check-button.tsx';
import { ReasonButton } from './reason-button.tsx';
import { RestoreButton } from './restore-button.tsx';

/** Shows the buttons of one backup. */
export function BackupActions({ backup }: { backup: Backup }) {
  const { filename } = backup;
  const reason = findFileBlocker(backup);
  const save = async () => {
    try {
      await downloadBackup(backup);
    } catch (failure) {
      toastError(failure, `${filename} could not be downloaded`);
      await refreshBackups();
    }
  };
  return (
    <div className="mw-row-actions">
      <ReasonButton
        icon={IconDownload}
        reason={reason}
        onClick={() => void save()}
        aria-label={`Download ${filename}`}
      >
        Download
      </ReasonButton>
      <CheckButton backup={backup} reason={reason} />
      <RestoreButton backup={backup} />
      <DeleteButton backup={backup} />
    </div>
  );
}

function DeleteButton({ backup }: { backup: Backup }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ReasonButton
        icon={IconTrash}
        reason={findDeleteBlocker(backup)}
        onClick={() => setAsking(true)}
        aria-label={`Delete ${backup.filename}`}
      >
        Delete
      </ReasonButton>
      {asking && <DeleteModal backup={backup} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Returns the reason why a backup cannot be deleted now; undefined when it can. */
function findDeleteBlocker(backup: Backup): string | undefined {
  if (isRunning(backup)) return findFileBlocker(backup);
  return isBeingRestored(backup) ? 'This backup is being restored.' : undefined;
}

function DeleteModal({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { backupid, filename } = backup;
  // The row of the deleted backup and its button disappear, so the focus needs a new place.
  useFocusBack();
  const remove = async () => {
    await request('DELETE', `/backups/${backupid}`);
    toastDone(`${filename} is deleted.`);
    await refreshBackups();
  };
  return (
    <ConfirmModal opened onClose={onClose} title="Delete backup" action="Delete" danger onConfirm={remove}>
      <p className="mw-break">
        <strong>{filename}</strong>
      </p>
      <p>The file is permanently deleted from this appliance. Copies elsewhere are not deleted.</p>
    </ConfirmModal>
  );
}
