import { Alert, Button, Kbd } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { ApiError } from '../api/api-error.ts';
import { errorMessage } from '../api/api-error.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { useFormKeys } from '../parts/form-keys.ts';
import { useLeaveGuard } from '../parts/leave-guard.ts';
import { SecretOnce } from '../parts/secret-once.tsx';
import { toastError } from '../parts/toasts.tsx';
import { sectionsOf } from './fact-groups.tsx';
import { useFormDraft } from './form-draft.ts';
import { FormField } from './form-field.tsx';
import { type FormValues, findMissingValues, isRelevant } from './form-values.ts';
import { toSentenceForm } from './plural.ts';
import { recordId, recordLabel } from './resolve.ts';
import { useSaveRecord } from './save-record.ts';

interface RecordFormProps {
  register: RegisterDescriptor;
  record: RegisterRecord | null;
  /** Initial values of a new record. */
  preset: FormValues;
  /** Reads the record again, after another user has changed it. */
  onReload: () => Promise<unknown>;
}

const WIDE_KINDS = new Set(['longtext', 'json']);

/**
 * Shows the form that is generated from the descriptor. Errors appear beside their fields, and Ctrl+Enter
 * saves.
 */
export function RecordForm({ register, record, preset, onReload }: RecordFormProps) {
  const go = useNavigateTo();
  const { fields, values, contested, change, changes } = useFormDraft(register, record, preset);
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form);
  const { save, busy, failure, forget } = useSaveRecord(register, record);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [made, setMade] = useState<RegisterRecord | null>(null);
  const errors = { ...contested, ...failure?.fielderrors, ...missing };
  const back = record ? `${register.path}/${recordId(register, record)}` : register.path;
  const nothing = record !== null && Object.keys(changes).length === 0;

  const guard = useLeaveGuard(record ? !nothing : JSON.stringify(values) !== JSON.stringify(preset));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (nothing) return go(back);
    const empty = findMissingValues(fields, values);
    setMissing(empty);
    const saved = Object.keys(empty).length === 0 && (await save(changes));
    if (saved) {
      guard.release();
      if (typeof saved.secret === 'string') setMade(saved);
      else go(`${register.path}/${recordId(register, saved)}`);
    } else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={form} className="mw-form" onSubmit={submit} data-form noValidate>
      {made && (
        <SecretOnce
          withCode
          title={`Token of ${recordLabel(register, made)}`}
          secret={String(made.secret)}
          onClose={() => go(`${register.path}/${recordId(register, made)}`)}
        >
          The device signs in with this token.
        </SecretOnce>
      )}
      <FormFailure
        failure={failure}
        known={fields.map((field) => field.name)}
        onReload={() => void onReload().then(forget, toastError)}
      />
      {sectionsOf(fields.filter((field) => isRelevant(field, values))).map(([title, group]) => (
        <fieldset key={title} className="mw-card mw-fieldset">
          <legend>{title}</legend>
          <div className="mw-form-grid">
            {group.map((field) => (
              <div key={field.name} className={WIDE_KINDS.has(field.kind) ? 'mw-form-wide' : undefined}>
                <FormField
                  field={field}
                  value={values[field.name]}
                  error={errors[field.name]}
                  record={record}
                  values={values}
                  onChange={(value) => change(field.name, value)}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="mw-form-foot">
        <span className="mw-muted mw-small mw-hide-phone">
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> saves
        </span>
        <Button variant="default" onClick={() => go(back)}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {record ? 'Save changes' : `Create ${toSentenceForm(register.titleone)}`}
        </Button>
      </div>
    </form>
  );
}

interface FormFailureProps {
  failure: ApiError | null;
  known: string[];
  onReload: () => void;
}

function FormFailure({ failure, known, onReload }: FormFailureProps) {
  if (!failure) return null;
  const stale = failure.code === 'STALE_WRITE';
  const elsewhere = Object.entries(failure.fielderrors).filter(([name]) => !known.includes(name));
  const beside = Object.keys(failure.fielderrors).length - elsewhere.length;
  return (
    <Alert
      role="alert"
      color={stale ? 'yellow' : 'red'}
      icon={<IconAlertTriangle size={18} />}
      title={stale ? 'Another user has changed this record' : 'Not saved'}
    >
      {stale
        ? 'Your changes are not saved yet. Load the other changes: your input stays, and fields that you both changed are marked.'
        : beside > 0
          ? 'See the marked fields.'
          : errorMessage(failure)}
      {elsewhere.map(([name, message]) => (
        <div key={name}>
          {name ? `${name}: ` : ''}
          {message}
        </div>
      ))}
      {stale && (
        <Button size="compact-sm" variant="default" mt="sm" onClick={onReload}>
          Load changes
        </Button>
      )}
    </Alert>
  );
}
