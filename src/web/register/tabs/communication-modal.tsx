import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Communication } from '../../../features/catalog/communication-routes.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { COMMUNICATION_TYPES } from './communication-types.ts';

interface CommunicationModalProps {
  assetid: number;
  /** The address to edit; null for a new one. */
  row: Communication | null;
  onClose: () => void;
}

/** Adds or changes an address of an asset. */
export function CommunicationModal({ assetid, row, onClose }: CommunicationModalProps) {
  const form = useForm({
    initial: {
      commtype: row?.commtype ?? 'ip',
      address: row?.address ?? '',
      notes: row?.notes ?? '',
      isprimary: row?.isprimary ?? false,
    },
    save: async (values) => {
      const path = `/assets/${assetid}/communications`;
      const body = { ...values, notes: values.notes || null };
      const answer = row
        ? await request<Communication>('PUT', `${path}/${row.communicationid}`, { body })
        : await request<Communication>('POST', path, { body });
      await queryClient.invalidateQueries({ queryKey: ['communications', assetid] });
      toastDone(`${answer.data.address} saved.`, answer.auditid);
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      draft={`assets/${assetid}/communications/${row?.communicationid ?? 'new'}`}
      title={row ? `Edit ${row.address}` : 'Add address'}
      action="Save"
      onClose={onClose}
    >
      <NativeSelect label="Type" data={COMMUNICATION_TYPES} {...form.text('commtype')} />
      <TextInput label="Address" required data-autofocus spellCheck={false} {...form.text('address')} />
      <TextInput label="Notes" maxLength={255} {...form.text('notes')} />
      <Checkbox label="Primary address of this type" {...form.check('isprimary')} />
    </FormModal>
  );
}
