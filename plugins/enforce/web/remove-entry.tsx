import { request } from '../../../src/web/api/client.ts';
import { ConfirmModal } from '../../../src/web/parts/confirm-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { type EntryRecord, refreshQueries } from './data.ts';

/** Asks for confirmation before an entry is deleted from the draft, and explains what stays. */
export function RemoveEntry({ entry, onClose }: { entry: EntryRecord; onClose: () => void }) {
  const remove = async () => {
    const { auditid } = await request('DELETE', `/enforce/entries/${entry.entryid}`);
    await refreshQueries();
    toastDone(`${entry.Name} is deleted from the draft.`, auditid);
  };
  return (
    <ConfirmModal
      opened
      danger
      title={`Delete ${entry.Name}`}
      action="Delete"
      onClose={onClose}
      onConfirm={remove}
    >
      The entry is deleted from the draft. PCs get the published revision until you publish again. Installed
      applications stay on the PCs.
    </ConfirmModal>
  );
}
