import { Checkbox, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { useRegisters } from '../api/queries.ts';
import { DateInput } from '../parts/date-input.tsx';
import { InstantInput } from '../parts/instant-input.tsx';
import { ICON_NAMES, RegisterIcon } from '../parts/register-icon.tsx';
import { COLOR_NAMES, Swatch } from '../parts/swatch.tsx';
import { CreateRefModal } from './create-ref-modal.tsx';
import type { FormFieldProps } from './form-field-props.ts';
import { isCheckbox, parseInput } from './form-values.ts';
import { JsonField } from './json-field.tsx';
import { useFieldRenderer } from './plugin-hooks.ts';
import { RefSelect } from './ref-select.tsx';

const INPUT_TYPES: Partial<Record<FieldDescriptor['kind'], string>> = {
  integer: 'number',
  number: 'number',
  url: 'url',
  email: 'email',
};

function shownText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const CHOICES: Partial<Record<FieldDescriptor['kind'], string[]>> = {
  select: [],
  icon: ICON_NAMES,
  color: COLOR_NAMES,
};

/** Returns the register in which the user may create a record for this reference with a few fields. */
function useCreatableRegister({ ref }: FieldDescriptor) {
  const register = useRegisters().find((one) => one.path === ref?.path);
  return register?.can.create && !register.isasset && !register.makessecret ? register : undefined;
}

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

function KindField({ field, value, error, onChange, record, values, idprefix = 'field' }: FormFieldProps) {
  const target = useCreatableRegister(field);
  const shared = {
    id: `${idprefix}-${field.name}`,
    name: field.name,
    label: field.unit ? `${field.title} (${field.unit})` : field.title,
    description: field.help,
    error,
    required: field.required,
  };
  const text = shownText(value);
  if (isCheckbox(field)) {
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
        renderCreate={
          target &&
          ((props) => <CreateRefModal {...props} register={target} values={values} Field={FormField} />)
        }
      />
    );
  }
  if (field.kind === 'boolean' || CHOICES[field.kind]) {
    return (
      <NativeSelect
        {...shared}
        leftSection={text && choiceMark(field, text)}
        data={[{ value: '', label: field.required ? 'Choose' : 'None' }, ...choicesOf(field, text)]}
        value={text}
        onChange={(event) => onChange(parseInput(field, event.currentTarget.value))}
      />
    );
  }
  if (field.kind === 'date')
    return <DateInput {...shared} value={text} onChange={(day) => onChange(day || null)} />;
  if (field.kind === 'instant')
    return <InstantInput {...shared} value={text} onChange={(at) => onChange(at || null)} />;
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
