import { Alert, Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CustomValueRow } from '../../../features/customfields/index.ts';
import type { FieldDescriptor, FieldKind } from '../../../kit/resource/descriptor.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone } from '../../parts/toasts.tsx';
import { FormField } from '../form-field.tsx';
import { changedValues, type FormValues, missingValues } from '../form-values.ts';
import { useUnsavedWarning } from '../unsaved-warning.ts';

const KINDS: Record<CustomValueRow['fieldtype'], FieldKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'select',
  select: 'select',
  url: 'url',
};

// A plain checkbox could not tell "no" from "nobody has said".
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

const shown = (row: CustomValueRow) =>
  (row.fieldtype === 'boolean' ? row.value?.toString() : row.value) ?? null;

function sent(rows: CustomValueRow[], changes: FormValues): FormValues {
  const switches = new Set(rows.filter((row) => row.fieldtype === 'boolean').map((row) => row.fieldname));
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      switches.has(name) && value !== null ? value === 'true' : value,
    ]),
  );
}

/** `values.costcenter` names the field; `fielderrors` would only say `values`. */
function errorsOf(failure: unknown): Record<string, string> {
  if (!(failure instanceof ApiError)) return {};
  const issues = failure.details.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.replace(/^values\./, ''), issue.message]));
}

interface CustomFormProps {
  assetid: number;
  rows: CustomValueRow[];
  onClose: () => void;
}

/** All own fields of an asset at once; what is wrong stands beside its field. */
export function CustomForm({ assetid, rows, onClose }: CustomFormProps) {
  const [before] = useState<FormValues>(() =>
    Object.fromEntries(rows.map((row) => [row.fieldname, shown(row)])),
  );
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = rows.map(asField);
  const changes = changedValues(before, values);
  const dirty = Object.keys(changes).length > 0;
  const released = useUnsavedWarning(dirty);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingValues(fields, values);
    setErrors(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    if (!dirty) return onClose();
    setBusy(true);
    try {
      const body = { values: sent(rows, changes) };
      const answer = await request('PUT', `/assets/${assetid}/customfields`, { body });
      released();
      await queryClient.invalidateQueries();
      toastDone('Own fields saved.', answer.auditid);
      onClose();
    } catch (error) {
      const beside = errorsOf(error);
      setErrors(beside);
      if (Object.keys(beside).length === 0) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="mw-card-pad mw-stack" onSubmit={save} noValidate>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name]}
          error={errors[field.name]}
          record={null}
          onChange={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
        />
      ))}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </Group>
    </form>
  );
}
