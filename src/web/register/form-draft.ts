import { useState } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { useRegisters } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { diffValues, type FormValues, listFormFields, recordValues } from './form-values.ts';
import { displayText } from './resolve.ts';

interface Draft {
  /** The record that the form last loaded; null for a new one. */
  record: RegisterRecord | null;
  /** The values of `record` when the form loaded it; null for a new one. */
  before: FormValues | null;
  values: FormValues;
  /**
   * Messages for fields that this user and another user have both changed, with the value of the other user.
   */
  contested: Record<string, string>;
}

/**
 * Merges unsaved input with a record that another user has changed since the form loaded it. The input
 * overrides the new values.
 */
function rebaseDraft({ before, values }: Draft, fields: FieldDescriptor[], record: RegisterRecord): Draft {
  const now = recordValues(fields, record);
  const typed = diffValues(before, values);
  const theirs = diffValues(before, now);
  const conflicts = fields.filter(
    ({ name }) =>
      name in typed && name in theirs && JSON.stringify(typed[name]) !== JSON.stringify(theirs[name]),
  );
  const contested = conflicts.map((field) => [
    field.name,
    `Another user changed this to "${displayText(field, record) || 'nothing'}". Saving overwrites it with your value.`,
  ]);
  return { record, before: now, values: { ...now, ...typed }, contested: Object.fromEntries(contested) };
}

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
    return { record, before, values: before ?? preset, contested: {} };
  });
  const isLoadedAnew = record !== null && record.modifieddate !== draft.record?.modifieddate;
  if (isLoadedAnew) setDraft(rebaseDraft(draft, fields, record));
  const change = (name: string, value: unknown) =>
    setDraft((now) => {
      const { [name]: _settled, ...contested } = now.contested;
      return { ...now, values: { ...now.values, [name]: value }, contested };
    });
  const { before, values, contested } = draft;
  return { fields, values, contested, change, changes: diffValues(before, values) };
}
