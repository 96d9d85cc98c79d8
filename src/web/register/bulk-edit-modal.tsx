import { Text } from '@mantine/core';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { queryClient } from '../api/query-client.ts';
import { FormModal } from '../parts/form-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { type BulkTarget, changeAssets } from './bulk-scope.ts';
import { pluralName } from './plural.ts';
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

/**
 * Sets status, location or business unit of several assets at once. Empty fields leave the values unchanged.
 */
export function BulkEditModal({ register, target, count, onClose, onDone }: BulkEditModalProps) {
  const initial: Record<string, string | null> = {};
  const form = useForm({
    initial,
    save: async (values) => {
      const answer = await changeAssets(target, chosenIds(values));
      await queryClient.invalidateQueries();
      const same = answer.data.matched - answer.data.changed;
      const rest = same > 0 ? ` ${COUNT.format(same)} already had these values.` : '';
      toastDone(`${COUNT.format(answer.data.changed)} changed.${rest}`, answer.auditid);
      onClose();
      onDone();
    },
  });
  const fields = register.fields.filter((field) => field.ref && BULK_FIELDS.includes(field.name));
  return (
    <FormModal
      form={form}
      title={`Edit ${COUNT.format(count)} ${pluralName(register)}`}
      action={`Edit ${COUNT.format(count)}`}
      count={count}
      disabled={Object.keys(chosenIds(form.values)).length === 0}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Empty fields stay unchanged.
      </Text>
      {fields.map((field, index) => (
        <RefSelect
          data-autofocus={index === 0 || undefined}
          // The first field has the focus when the dialog opens, and its open list would cover the others.
          openOnFocus={index > 0}
          key={field.name}
          label={field.title}
          placeholder="No change"
          source={field.ref!}
          value={form.values[field.name] ?? null}
          onChange={(id) => form.set(field.name, id)}
        />
      ))}
    </FormModal>
  );
}

function chosenIds(values: Record<string, string | null>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, id]) => (id ? [[name, Number(id)]] : [])));
}
