import { NativeSelect, TextInput } from '@mantine/core';
import { FieldErrors } from '../../../../src/web/api/api-error.ts';
import { request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';
import { FormModal } from '../../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../../src/web/parts/use-form.ts';
import { type Pc, pcNameOf } from '../labels.ts';

const TIMES = [
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '1 week' },
  { value: '', label: 'Until unlocked' },
];

/** Locks a PC against every command, for a chosen time or until it is unlocked. Requires a reason. */
export function LockModal({ pc, onClose }: { pc: Pc; onClose: () => void }) {
  const name = pcNameOf(pc);
  const form = useForm({
    initial: { reason: '', minutes: '60' },
    save: async ({ reason, minutes }) => {
      if (!reason.trim()) throw new FieldErrors({ reason: 'Enter a reason.' });
      await request('PUT', `/endpoints/asset/${pc.assetid}/lock`, {
        body: { reason: reason.trim(), minutes: minutes ? Number(minutes) : null },
      });
      await queryClient.invalidateQueries();
      toastDone(`${name} is locked.`);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={`endpoints/assets/${pc.assetid}/lock`}
      title={`Lock ${name}`}
      action="Lock"
      onClose={onClose}
    >
      <p>
        No commands can run on a locked PC, and queued commands wait. Users who may lock PCs can also unlock
        it.
      </p>
      <TextInput
        label="Reason"
        required
        maxLength={500}
        autoComplete="off"
        data-autofocus
        {...form.text('reason')}
      />
      <NativeSelect label="Duration" data={TIMES} {...form.text('minutes')} />
    </FormModal>
  );
}
