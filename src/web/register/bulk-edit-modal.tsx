import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { useRegisters } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { FormModal } from '../parts/form-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { BulkFieldRow } from './bulk-field-row.tsx';
import { type BulkField, listBulkFields, toBulkChanges, USUAL_FIELDS } from './bulk-fields.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { type BulkAnswer, type BulkTarget, changeAssets, resolveTarget } from './bulk-scope.ts';
import { customFieldsQuery } from './columns/use-custom-fields.ts';
import { sectionsOf } from './fact-groups.tsx';
import { toFieldErrors } from './field-error-paths.ts';
import type { FormValues } from './form-values.ts';
import { pluralName } from './plural.ts';

const COUNT = new Intl.NumberFormat('en');

interface BulkEditModalProps {
  register: RegisterDescriptor;
  target: BulkTarget;
  count: number;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Sets or clears fields of several assets at once, or adds to their texts. Empty fields leave the values unchanged. Before it saves, it
 * shows the values that would change.
 */
export function BulkEditModal({ register, target, count, onClose, onDone }: BulkEditModalProps) {
  const { data: custom = [] } = useQuery(customFieldsQuery);
  const fields = listBulkFields(register, useRegisters(), custom);
  const [names, setNames] = useState(USUAL_FIELDS);
  const [appended, setAppended] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<{ of: string; fields: NonNullable<BulkAnswer['fields']> } | null>(
    null,
  );
  const assets = useRef<ReturnType<typeof resolveTarget>>(undefined);
  const form = useForm<FormValues>({
    initial: {},
    save: async (values) => {
      const changes = toBulkChanges(fields, values, appended);
      const of = JSON.stringify(changes);
      const isReviewed = preview?.of === of;
      // The same assets are reviewed and changed.
      assets.current ??= resolveTarget(target);
      const body = { ...(await assets.current), register: register.assettype && register.name, ...changes };
      const { data, auditid } = await changeAssets({ ...body, dryrun: !isReviewed }).catch((error) => {
        throw toFieldErrors(error, 'changes', 'append');
      });
      if (!isReviewed) return setPreview({ of, fields: data.fields ?? [] });
      await queryClient.invalidateQueries();
      const same = data.matched - data.changed;
      const rest = same > 0 ? ` ${COUNT.format(same)} already had these values.` : '';
      toastDone(`${COUNT.format(data.changed)} changed.${rest}`, auditid);
      onClose();
      onDone();
    },
  });
  const changes = toBulkChanges(fields, form.values, appended);
  const isReviewed = preview?.of === JSON.stringify(changes);
  const shown = names.flatMap((name) => fields.find(({ input }) => input.name === name) ?? []);
  return (
    <FormModal
      form={form}
      title={`Edit ${COUNT.format(count)} ${pluralName(register)}`}
      action={isReviewed ? `Edit ${COUNT.format(count)}` : 'Review changes'}
      count={isReviewed ? count : 1}
      size={560}
      disabled={Object.keys({ ...changes.changes, ...changes.append }).length === 0}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Empty fields stay unchanged.
      </Text>
      {shown.map((field) => (
        <BulkFieldRow
          key={field.input.name}
          field={field}
          value={form.values[field.input.name]}
          error={form.errors[field.input.name]}
          values={form.values}
          isAppended={appended.includes(field.input.name)}
          onAppended={(isOn) => {
            const others = appended.filter((name) => name !== field.input.name);
            setAppended(isOn ? [...others, field.input.name] : others);
          }}
          onChange={(value) => form.set(field.input.name, value)}
        />
      ))}
      <FieldPicker
        fields={fields.filter(({ input }) => !names.includes(input.name))}
        onPick={(name) => setNames([...names, name])}
      />
      {isReviewed && <BulkPreview fields={fields} previews={preview.fields} />}
    </FormModal>
  );
}

/** Lets the user search for a further field by its title, in the groups of the form. */
function FieldPicker({ fields, onPick }: { fields: BulkField[]; onPick: (name: string) => void }) {
  const groups = sectionsOf(fields.map(({ input }) => input));
  return (
    <Select
      label="Add field"
      placeholder="Search fields"
      searchable
      // An open list would cover the dialog when it opens.
      openOnFocus={false}
      data-autofocus
      value={null}
      data={groups.map(([group, inputs]) => ({
        group,
        items: inputs.map(({ name, title }) => ({ value: name, label: title })),
      }))}
      nothingFoundMessage="Nothing found"
      maxDropdownHeight={280}
      onChange={(name) => name && onPick(name)}
    />
  );
}
