import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Communication } from '../../../features/catalog/communication-routes.ts';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone, toastError } from '../../parts/toasts.tsx';
import { COMMUNICATION_TYPES } from './communication-types.ts';

interface CommunicationModalProps {
  assetid: number;
  /** Null for a new one. */
  row: Communication | null;
  onClose: () => void;
}

export function CommunicationModal({ assetid, row, onClose }: CommunicationModalProps) {
  const [commtype, setCommtype] = useState<string>(row?.commtype ?? 'ip');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      commtype,
      address: String(form.get('address')).trim(),
      notes: String(form.get('notes')) || null,
      isprimary: form.get('isprimary') !== null,
    };
    const path = `/assets/${assetid}/communications`;
    setBusy(true);
    try {
      const answer = row
        ? await request('PUT', `${path}/${row.communicationid}`, { body })
        : await request('POST', path, { body });
      await queryClient.invalidateQueries({ queryKey: ['communications', assetid] });
      toastDone(`${body.address} saved.`, answer.auditid);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fielderrors).length > 0)
        setErrors(error.fielderrors);
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={row ? `Edit ${row.address}` : 'Add an address'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Select
            label="Kind"
            data={COMMUNICATION_TYPES}
            value={commtype}
            onChange={(value) => setCommtype(value ?? 'ip')}
            allowDeselect={false}
            error={errors.commtype}
          />
          <TextInput
            name="address"
            label="Address"
            required
            withAsterisk={false}
            defaultValue={row?.address}
            error={errors.address}
            data-autofocus
            spellCheck={false}
          />
          <TextInput
            name="notes"
            label="Notes"
            maxLength={255}
            defaultValue={row?.notes ?? ''}
            error={errors.notes}
          />
          <Checkbox
            name="isprimary"
            label="Primary address of its kind"
            defaultChecked={row?.isprimary ?? false}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
