import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { recordId, recordLabel } from './resolve.ts';

interface RemoveModalProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
  opened: boolean;
  onClose: () => void;
}

/**
 * Confirms the deactivation or deletion of a record. If its files are deleted too, its name must be typed.
 */
export function RemoveModal({ register, record, opened, onClose }: RemoveModalProps) {
  const go = useNavigateTo();
  const [typed, setTyped] = useState('');
  const label = recordLabel(register, record);
  const isSoftDelete = register.softdelete;
  const mustType = register.typedconfirmation;
  const remove = async () => {
    const body = mustType ? { confirm: typed } : undefined;
    const answer = await request('DELETE', `${register.path}/${recordId(register, record)}`, { body });
    if (!isSoftDelete) go(register.path);
    // A deleted record must not be requested again.
    const isGone = (key: readonly unknown[]) =>
      !isSoftDelete &&
      key[0] === 'record' &&
      key[1] === register.path &&
      key[2] === recordId(register, record);
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey) });
    // Deleted files cannot be restored, so this deletion has no undo.
    toastDone(`${label} ${isSoftDelete ? 'deactivated' : 'deleted'}.`, mustType ? null : answer.auditid);
  };
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={`${isSoftDelete ? 'Deactivate' : 'Delete'} ${label}`}
      action={isSoftDelete ? 'Deactivate' : 'Delete'}
      danger
      disabled={mustType && typed !== label}
      onConfirm={remove}
    >
      {isSoftDelete
        ? 'Lists, counts and the floor plan no longer show it. Its number stays reserved, its history remains, and you can reactivate it.'
        : 'It is deleted permanently. If it is still in use, it is not deleted, and the records that use it are listed.'}
      {mustType && (
        <TextInput
          mt="md"
          label={`Type “${label}” to confirm`}
          description="Its versions and installer files are deleted too."
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmModal>
  );
}
