import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryClient } from '../api/query-client.ts';
import { toastDone, toastError } from '../parts/toasts.tsx';
import { type BulkTarget, changeAssets } from './bulk-scope.ts';
import { RefSelect } from './ref-select.tsx';

const COUNT = new Intl.NumberFormat();
const BULK_FIELDS = ['statusid', 'locationid', 'businessunitid'];

interface BulkEditModalProps {
  register: RegisterDescriptor;
  target: BulkTarget;
  count: number;
  onClose: () => void;
  onDone: () => void;
}

/** Sets status, location or business unit of several assets in one go; what is left empty stays as it is. */
export function BulkEditModal({ register, target, count, onClose, onDone }: BulkEditModalProps) {
  const [changes, setChanges] = useState<Record<string, number>>({});
  const [busy, setBusy] = useState(false);
  const fields = register.fields.filter((field) => field.ref && BULK_FIELDS.includes(field.name));
  const set = (name: string, id: string | null) => {
    const { [name]: _old, ...others } = changes;
    setChanges(id ? { ...others, [name]: Number(id) } : others);
  };
  const save = async () => {
    setBusy(true);
    try {
      const answer = await changeAssets(target, changes);
      await queryClient.invalidateQueries();
      const same = answer.data.matched - answer.data.changed;
      const rest = same > 0 ? ` ${COUNT.format(same)} were so already.` : '';
      toastDone(`${COUNT.format(answer.data.changed)} changed.${rest}`, answer.auditid);
      onClose();
      onDone();
    } catch (error) {
      toastError(error, 'Nothing was changed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Change ${COUNT.format(count)} ${register.title.toLowerCase()}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          What you leave empty stays as it is.
        </Text>
        {fields.map((field) => (
          <RefSelect
            key={field.name}
            label={field.title}
            placeholder="Leave as it is"
            source={field.ref!}
            value={changes[field.name] ? String(changes[field.name]) : null}
            onChange={(id) => set(field.name, id)}
          />
        ))}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={Object.keys(changes).length === 0} onClick={save}>
            Change {COUNT.format(count)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
