import { Checkbox, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { ICON_NAMES, RegisterIcon } from '../parts/register-icon.tsx';
import { COLOR_NAMES, Swatch } from '../parts/swatch.tsx';
import { parseInput, toLocalInput } from './form-values.ts';
import { JsonField } from './json-field.tsx';
import { useFieldRenderer } from './plugin-hooks.ts';
import { RefSelect } from './ref-select.tsx';

export interface FormFieldProps {
  field: FieldDescriptor;
  value: unknown;
  error?: string;
  onChange: (value: unknown) => void;
  /** The stored record, for the names of its references. */
  record: RegisterRecord | null;
  /** Values of the whole form, for fields that depend on others. */
  values?: Readonly<Record<string, unknown>>;
}

const INPUT_TYPES: Partial<Record<FieldDescriptor['kind'], string>> = {
  integer: 'number',
  number: 'number',
  date: 'date',
  instant: 'datetime-local',
  url: 'url',
  email: 'email',
};

function shownText(field: FieldDescriptor, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.kind === 'instant') return toLocalInput(value);
  if (field.kind === 'date') return String(value).slice(0, 10);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const CHOICES: Partial<Record<FieldDescriptor['kind'], string[]>> = {
  select: [],
  icon: ICON_NAMES,
  color: COLOR_NAMES,
};

/** Returns the choices of a field. A stored value that is no longer offered stays available. */
function choicesOf(field: FieldDescriptor, present: string) {
  const options = field.options ?? (CHOICES[field.kind] ?? []).map((name) => ({ value: name, label: name }));
  if (!present || options.some((option) => option.value === present)) return options;
  return [{ value: present, label: present }, ...options];
}

function choiceMark(field: FieldDescriptor, text: string) {
  if (field.kind === 'icon') return <RegisterIcon name={text} size={16} />;
  return field.kind === 'color' ? <Swatch color={text} /> : undefined;
}

/**
 * Shows the input for one field, with the renderer of a plugin if the field declares one, else by its kind.
 */
export function FormField(props: FormFieldProps) {
  const { drawn } = props.field;
  return drawn ? <DrawnInput {...props} name={drawn} /> : <KindField {...props} />;
}

function DrawnInput({ name, ...props }: FormFieldProps & { name: string }) {
  const drawn = useFieldRenderer(name);
  if (drawn === undefined) return <Skeleton height={80} aria-busy="true" />;
  return drawn?.input ? <drawn.input {...props} /> : <KindField {...props} />;
}

function KindField({ field, value, error, onChange, record }: FormFieldProps) {
  const shared = {
    id: `field-${field.name}`,
    name: field.name,
    label: field.unit ? `${field.title} (${field.unit})` : field.title,
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
    const isStored = record !== null && String(record[field.name] ?? '') === text;
    const label = isStored ? String(record[field.ref.display] ?? '') : undefined;
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
  if (CHOICES[field.kind]) {
    return (
      <NativeSelect
        {...shared}
        leftSection={text && choiceMark(field, text)}
        data={[{ value: '', label: field.required ? 'Choose' : 'None' }, ...choicesOf(field, text)]}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    );
  }
  if (field.kind === 'json')
    return <JsonField field={field} value={value} error={error} onChange={onChange} />;
  if (field.kind === 'longtext') {
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
