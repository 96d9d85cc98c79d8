import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { fieldErrorsOf } from '../api/api-error.ts';
import { useRegisters } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { FormModal } from '../parts/form-modal.tsx';
import { toastDone } from '../parts/toasts.tsx';
import { failureText, useForm } from '../parts/use-form.ts';
import { BulkFieldRow } from './bulk-field-row.tsx';
import {
  type BulkField,
  listBulkFields,
  listRequiredNames,
  toBulkChanges,
  USUAL_FIELDS,
} from './bulk-fields.ts';
import { BulkPreview } from './bulk-preview.tsx';
import type { BulkTarget } from './bulk-scope.ts';
import { customFieldsQuery } from './columns/use-custom-fields.ts';
import { sectionsOf } from './fact-groups.tsx';
import type { FormValues } from './form-values.ts';
import { countOf } from './plural.ts';
import { PREVIEW_KEY, useBulkPreview } from './use-bulk-preview.ts';

const COUNT = new Intl.NumberFormat('en');

interface BulkEditModalProps {
  register: RegisterDescriptor;
  target: BulkTarget;
  count: number;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Sets or clears fields of several assets at once, or adds to their texts. Empty fields leave the values
 * unchanged. While the user enters values, it shows what would change.
 */
export function BulkEditModal({ register, target, count, onClose, onDone }: BulkEditModalProps) {
  const { data: custom = [] } = useQuery(customFieldsQuery);
  const registers = useRegisters();
  const [names, setNames] = useState(USUAL_FIELDS);
  const [appended, setAppended] = useState<readonly string[]>([]);
  const listShown = ({ assettypeid }: FormValues) => [
    ...new Set([...names, ...listRequiredNames(custom, assettypeid)]),
  ];
  const form = useForm<FormValues>({
    initial: {},
    listFields: listShown,
    save: async () => {
      // An edit without a preview is only tried, so that its errors appear beside the fields.
      const { data, auditid } = await preview.change(!preview.fields);
      if (!preview.fields) return preview.set(data);
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PREVIEW_KEY });
      const same = data.matched - data.changed;
      const rest = same > 0 ? ` ${COUNT.format(same)} already had these values.` : '';
      toastDone(`${COUNT.format(data.changed)} changed.${rest}`, auditid);
      onClose();
      onDone();
    },
  });
  const { assettypeid } = form.values;
  const fields = listBulkFields(register, registers, custom, assettypeid);
  const changes = toBulkChanges(fields, form.values, appended);
  const preview = useBulkPreview(register, target, changes);
  const shownNames = listShown(form.values);
  const shown = shownNames.flatMap((name) => fields.find(({ input }) => input.name === name) ?? []);
  return (
    <FormModal
      form={form}
      draft={null}
      title={`Edit ${countOf(register, count)}`}
      action={`Edit ${COUNT.format(count)}`}
      count={count}
      size={560}
      disabled={preview.isEmpty || preview.isLoading}
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
          error={form.errors[field.input.name] ?? fieldErrorsOf(preview.error)[field.input.name]}
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
        fields={fields.filter(({ input }) => !shownNames.includes(input.name))}
        onPick={(name) => setNames([...names, name])}
      />
      {!preview.isEmpty && (
        <BulkPreview
          fields={fields}
          previews={preview.fields}
          failure={preview.error && describeFailure(preview.error, shownNames, form.failure)}
        />
      )}
    </FormModal>
  );
}

/** Returns why there is no preview, without a message that a field or the form shows already. */
function describeFailure(error: Error, fields: readonly string[], shown: string | null): string {
  const text = failureText(error, fields);
  if (text === null) return 'Correct the marked fields to see the changes.';
  return text === shown ? 'Correct the error above to see the changes.' : text;
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
