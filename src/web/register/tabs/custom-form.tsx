import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { CustomValueRow } from '../../../features/customfields/index.ts';
import type { FieldDescriptor, FieldKind } from '../../../kit/resource/descriptor.ts';
import { FieldErrors } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Form } from '../../parts/form.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { toFieldErrors } from '../field-error-paths.ts';
import { FormFields } from '../form-fields.tsx';
import { diffValues, type FormValues, findMissingValues } from '../form-values.ts';

const KINDS: Record<CustomValueRow['fieldtype'], FieldKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'select',
  select: 'select',
  url: 'url',
};

// A checkbox cannot distinguish "no" from "no value".
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function asField(row: CustomValueRow): FieldDescriptor {
  const options = row.options?.map((value) => ({ value, label: value }));
  return {
    name: row.fieldname,
    title: row.label,
    kind: String(row.value).includes('\n') ? 'longtext' : KINDS[row.fieldtype],
    required: row.isrequired,
    readonly: false,
    createonly: false,
    options: row.fieldtype === 'boolean' ? YES_NO : options,
    list: 'never',
    section: '',
    sortable: false,
  };
}

const formValueOf = (row: CustomValueRow) =>
  (row.fieldtype === 'boolean' ? row.value?.toString() : row.value) ?? null;

function toRequestValues(rows: CustomValueRow[], changes: FormValues): FormValues {
  const switches = new Set(rows.filter((row) => row.fieldtype === 'boolean').map((row) => row.fieldname));
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      switches.has(name) && value !== null ? value === 'true' : value,
    ]),
  );
}

interface CustomFormProps {
  assetid: number;
  rows: CustomValueRow[];
  onClose: () => void;
}

/** Edits all custom fields of an asset at once. Errors appear beside their fields. */
export function CustomForm({ assetid, rows, onClose }: CustomFormProps) {
  const fields = rows.map(asField);
  const [before] = useState<FormValues>(() =>
    Object.fromEntries(rows.map((row) => [row.fieldname, formValueOf(row)])),
  );
  const form = useForm({
    initial: before,
    save: async (values) => {
      const missing = findMissingValues(fields, values);
      if (Object.keys(missing).length > 0) throw new FieldErrors(missing);
      const changes = diffValues(before, values);
      if (Object.keys(changes).length === 0) return onClose();
      const body = { values: toRequestValues(rows, changes) };
      const answer = await request('PUT', `/assets/${assetid}/customfields`, { body }).catch((error) => {
        throw toFieldErrors(error, 'values');
      });
      await queryClient.invalidateQueries();
      toastDone('Custom fields saved.', answer.auditid);
      onClose();
    },
  });
  return (
    <Form form={form} className="mw-card-pad mw-stack">
      <FormFields fields={fields} form={form} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy}>
          Save
        </Button>
      </Group>
    </Form>
  );
}
