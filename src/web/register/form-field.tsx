import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { FieldDescriptor } from '../../resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { ICON_NAMES, RegisterIcon } from '../parts/register-icon.tsx';
import { localInstant, parseInput } from './form-values.ts';
import { RefSelect } from './ref-select.tsx';

export interface FormFieldProps {
  field: FieldDescriptor;
  value: unknown;
  error?: string;
  onChange: (value: unknown) => void;
  /** The record as it stands, for the names of its references. */
  record: RegisterRecord | null;
}

const INPUT_TYPES: Partial<Record<FieldDescriptor['kind'], string>> = {
  integer: 'number',
  number: 'number',
  date: 'date',
  instant: 'datetime-local',
  url: 'url',
  email: 'email',
  color: 'color',
};

function shownText(field: FieldDescriptor, value: unknown): string {
  if (value === null || value === undefined) return field.kind === 'color' ? '#6b7680' : '';
  if (field.kind === 'instant') return localInstant(value);
  if (field.kind === 'date') return String(value).slice(0, 10);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The input for one field, by its kind. */
export function FormField({ field, value, error, onChange, record }: FormFieldProps) {
  const shared = {
    id: `field-${field.name}`,
    name: field.name,
    label: field.title,
    description: field.help,
    error,
    required: field.required,
  };
  const text = shownText(field, value);
  if (field.kind === 'boolean') {
    return (
      <Checkbox
        {...shared}
        required={false}
        mt={20}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (field.kind === 'ref' && field.ref) {
    const label = record ? String(record[field.ref.display] ?? '') : undefined;
    return (
      <RefSelect
        {...shared}
        source={field.ref}
        value={text || null}
        valuelabel={label}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
    );
  }
  if (field.kind === 'select' || field.kind === 'icon') {
    const options = field.options ?? ICON_NAMES.map((name) => ({ value: name, label: name }));
    return (
      <NativeSelect
        {...shared}
        leftSection={field.kind === 'icon' ? <RegisterIcon name={text} size={16} /> : undefined}
        data={[{ value: '', label: field.required ? 'Choose' : 'None' }, ...options]}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    );
  }
  if (field.kind === 'longtext' || field.kind === 'json') {
    return (
      <Textarea
        {...shared}
        rows={4}
        maxLength={field.max}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={INPUT_TYPES[field.kind] ?? 'text'}
      step={field.kind === 'number' ? 'any' : undefined}
      min={field.min}
      max={INPUT_TYPES[field.kind] === 'number' ? field.max : undefined}
      maxLength={INPUT_TYPES[field.kind] === 'number' ? undefined : field.max}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(parseInput(field, event.currentTarget.value))}
    />
  );
}
