import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { type BulkTarget, changeAssets, deleteRecords, resolveTarget } from './bulk-scope.ts';
import { recordLabel } from './resolve.ts';

const NAMED = 5;

interface RemoveManyProps {
  register: RegisterDescriptor;
  records: RegisterRecord[];
  target: BulkTarget;
  /** Number and name of the records, such as `12 vendors`. */
  many: string;
  count: number;
  everything: boolean;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Shows the dialog that deactivates or deletes several records: assets in one request, those of other
 * registers one after the other with progress.
 */
export function RemoveMany(props: RemoveManyProps) {
  const { register, records, target, many, count, everything, opened, onClose, onDone } = props;
  const [progress, setProgress] = useState(0);
  const isSoftDelete = register.softdelete;
  const verb = isSoftDelete ? 'Deactivate' : 'Delete';
  const remove = async () => {
    try {
      const answer = register.isasset
        ? await changeAssets({
            ...(await resolveTarget(target)),
            changes: { isactive: false },
            dryrun: false,
          })
        : null;
      if (!answer) await deleteRecords(register, records, setProgress);
      toastDone(`${many} ${isSoftDelete ? 'deactivated' : 'deleted'}.`, answer?.auditid);
      onDone();
    } finally {
      setProgress(0);
      await queryClient.invalidateQueries();
    }
  };
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={`${verb} ${many}`}
      action={progress ? `${progress} of ${records.length}` : verb}
      danger
      count={count}
      onConfirm={remove}
    >
      <p>
        {everything
          ? 'All records of this list, on all pages.'
          : records
              .slice(0, NAMED)
              .map((record) => recordLabel(register, record))
              .join(', ')}
        {!everything && records.length > NAMED && ` and ${records.length - NAMED} more`}
      </p>
      <p style={{ marginTop: 8 }}>
        {isSoftDelete
          ? 'Lists no longer show them. Their history remains, and you can reactivate them.'
          : 'They are deleted permanently. Records that are still in use are not deleted.'}
      </p>
    </ConfirmModal>
  );
}
