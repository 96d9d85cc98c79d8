import { Button, Kbd } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { DraftOffer } from '../parts/drafts/draft-offer.tsx';
import { useStoredDraft } from '../parts/drafts/use-stored-draft.ts';
import { keepEnterForList, useFormKeys } from '../parts/form-keys.ts';
import { useLeaveGuard } from '../parts/leave-guard.ts';
import { toSafePath } from '../parts/safe-path.ts';
import { SecretOnce } from '../parts/secret-once.tsx';
import { toastError } from '../parts/toasts.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { sectionsOf } from './fact-groups.tsx';
import { useFormDraft } from './form-draft.ts';
import { FormFailure } from './form-failure.tsx';
import { FormField } from './form-field.tsx';
import { type FormValues, findMissingValues, isRelevant } from './form-values.ts';
import { IdentifierNotice, isIdentifier } from './identifier-notice.tsx';
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
 * saves. When another user has saved meanwhile, the form merges both changes.
 */
export function RecordForm({ register, record, preset, onReload }: RecordFormProps) {
  const leaveFor = useReturn(record === null);
  const draft = useFormDraft(register, record, preset);
  const { fields, values, changes } = draft;
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form);
  const { save, busy, failure, forget } = useSaveRecord(register, record);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [isSaved, setSaved] = useState(false);
  const [made, setMade] = useState<RegisterRecord | null>(null);
  const back = record ? `${register.path}/${recordId(register, record)}` : register.path;
  const stored = useStoredDraft(`${back}${record ? '/edit' : '/new'}`, fields, draft.input, draft.before);
  const guard = useLeaveGuard(Object.keys(draft.input).length > 0, stored.remove);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (record && Object.keys(changes).length === 0) return leaveFor(back);
    const empty = findMissingValues(
      fields.filter((field) => isRelevant(field, values)),
      values,
    );
    setMissing(empty);
    const saved = Object.keys(empty).length === 0 && (await save(changes, mergeAnew));
    if (saved) {
      guard.release();
      stored.remove();
      setSaved(true);
      if (typeof saved.secret === 'string') setMade(saved);
      else leaveFor(`${register.path}/${recordId(register, saved)}`);
    } else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const mergeAnew = () => onReload().then(forget, toastError);
  return (
    <form ref={form} className="mw-form" onSubmit={submit} onKeyDown={keepEnterForList} data-form noValidate>
      {made && (
        <SecretOnce
          withCode
          title={`Token of ${recordLabel(register, made)}`}
          secret={String(made.secret)}
          onClose={() => leaveFor(`${register.path}/${recordId(register, made)}`)}
        >
          The device signs in with this token.
        </SecretOnce>
      )}
      {stored.offer && (
        <DraftOffer
          at={stored.offer.at}
          onContinue={() => {
            draft.restore(stored.offer!);
            stored.settle();
          }}
          onDiscard={stored.discard}
        />
      )}
      <FormFailure failure={failure} known={fields.map((field) => field.name)} />
      {!busy && !isSaved && draft.conflicts.length + draft.merged.length > 0 && (
        <ConflictNotice {...draft} onChoose={draft.assign} />
      )}
      <FieldSets
        register={register}
        record={record}
        draft={draft}
        errors={{ ...failure?.fielderrors, ...missing }}
      />
      <div className="mw-form-foot">
        <span className="mw-muted mw-small mw-hide-phone">
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> saves
        </span>
        <Button variant="default" onClick={() => leaveFor(back)}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {record ? 'Save changes' : `Create ${toSentenceForm(register.titleone)}`}
        </Button>
      </div>
    </form>
  );
}

/** Returns a function that opens a path, or the page that a link to the form of a new record names in `next`. */
function useReturn(isNew: boolean): (path: string) => void {
  const go = useNavigateTo();
  const { history } = useRouter();
  const { next } = useLocation().search as Record<string, string>;
  return (path) => (isNew && next ? history.push(toSafePath(next)) : go(path));
}

interface FieldSetsProps {
  register: RegisterDescriptor;
  record: RegisterRecord | null;
  draft: ReturnType<typeof useFormDraft>;
  errors: Record<string, string>;
}

/** Shows the relevant fields under their headings. */
function FieldSets({ register, record, draft, errors }: FieldSetsProps) {
  const { fields, values, merges, change } = draft;
  const assetid = record ? Number(record.assetid) : undefined;
  const input = (field: FieldDescriptor) => (
    <div key={field.name} className={WIDE_KINDS.has(field.kind) ? 'mw-form-wide' : undefined}>
      <FormField
        key={merges}
        field={field}
        value={values[field.name]}
        error={errors[field.name]}
        record={record}
        values={values}
        onChange={(value) => change(field.name, value)}
      />
      {register.isasset && isIdentifier(field.name) && values[field.name] !== record?.[field.name] && (
        <IdentifierNotice field={field.name} value={values[field.name]} assetid={assetid} />
      )}
    </div>
  );
  return sectionsOf(fields.filter((field) => isRelevant(field, values))).map(([title, group]) => (
    <fieldset key={title} className="mw-card mw-fieldset">
      <legend>{title}</legend>
      <div className="mw-form-grid">{group.map(input)}</div>
    </fieldset>
  ));
}
