import { TextInput } from '@mantine/core';
import type {
  FieldRenderer,
  PluginFieldInputProps,
  PluginFieldValueProps,
} from '../../../src/web/plugin-parts.tsx';
import { personNameOf, useEmployee } from './people-queries.ts';
import { Photo } from './photo.tsx';

function PhotoCell({ value, record }: PluginFieldValueProps) {
  return (
    <Photo name={String(record.fullname ?? '')} url={typeof value === 'string' ? value : null} size={28} />
  );
}

/** Shows the name of the person with an SSO, or the SSO when the directory does not know it. */
function EmployeeName({ value }: PluginFieldValueProps) {
  const sso = typeof value === 'string' ? value : '';
  const person = useEmployee(sso);
  if (sso === '') return <span className="mw-muted">–</span>;
  const name = person ? personNameOf(person) : '';
  if (!name) return sso;
  return (
    <span title={[person?.role, person?.team].filter(Boolean).join(' · ') || undefined}>
      {name} <span className="mw-muted">{sso}</span>
    </span>
  );
}

function EmployeeInput({ field, value, error, onChange }: PluginFieldInputProps) {
  const sso = typeof value === 'string' ? value : '';
  const person = useEmployee(sso.trim());
  const name = person ? personNameOf(person) : '';
  return (
    <TextInput
      id={`field-${field.name}`}
      name={field.name}
      label={field.title}
      description={name || field.help}
      error={error}
      required={field.required}
      maxLength={field.max}
      autoComplete="off"
      value={sso}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

export const photo: FieldRenderer = { value: PhotoCell };
/** The drawing of SSO fields. Any register may use it with `drawn: 'employee'`. */
export const employee: FieldRenderer = { value: EmployeeName, input: EmployeeInput };
