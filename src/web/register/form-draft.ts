import { useState } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { useRegisters } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import type { StoredInput } from '../parts/drafts/draft-store.ts';
import { diffValues, type FormValues, isRelevant, listFormFields, recordValues } from './form-values.ts';
import { applyStoredInput, type Draft, mergeDraft } from './merge-draft.ts';

/**
 * Returns the fields of a form, its input, and the `changes` to save. The input stays when the record is
 * reloaded. `preset` contains the initial values of a new record.
 */
export function useFormDraft(
  register: RegisterDescriptor,
  record: RegisterRecord | null,
  preset: FormValues,
) {
  const fields = listFormFields(register, record === null, useRegisters());
  const [draft, setDraft] = useState<Draft>(() => {
    const before = record && recordValues(fields, record);
    return { record, before, values: before ?? preset, conflicts: [], merged: [], merges: 0 };
  });
  const isLoadedAnew = record !== null && record.modifieddate !== draft.record?.modifieddate;
  if (isLoadedAnew) setDraft(mergeDraft(draft, fields, record));
  const change = (name: string, value: unknown) =>
    setDraft((now) => ({
      ...now,
      values: { ...now.values, [name]: value },
      conflicts: now.conflicts.filter(({ field }) => field.name !== name),
    }));
  /** Sets fields as a whole, such as the chosen values of conflicts. */
  const assign = (chosen: FormValues) =>
    setDraft((now) => ({ ...now, values: { ...now.values, ...chosen }, merges: now.merges + 1 }));
  const restore = (stored: StoredInput) => setDraft((now) => applyStoredInput(now, fields, stored));
  const { before, values, conflicts, merged, merges } = draft;
  const changes = omitIrrelevant(fields, values, diffValues(before, values));
  /** The input alone: without presets of a new record. */
  const input = before ? changes : diffValues(preset, values);
  return { fields, values, before, conflicts, merged, merges, changes, input, change, assign, restore };
}

/** Returns the changes without fields that the form does not show for its present values. */
function omitIrrelevant(fields: FieldDescriptor[], values: FormValues, changes: FormValues): FormValues {
  const relevant = new Set(fields.filter((field) => isRelevant(field, values)).map(({ name }) => name));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => relevant.has(name)));
}
