import { useState } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { useRegisters } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { diffValues, type FormValues, listFormFields, recordValues } from './form-values.ts';
import { displayText } from './resolve.ts';

interface Draft {
  /** The record that the form started from; null for a new one. */
  record: RegisterRecord | null;
  before: FormValues | null;
  values: FormValues;
  /** What the person here and somebody else have both changed, by field, with what the other one made of it. */
  contested: Record<string, string>;
}

/** What is typed over a record that somebody else has changed meanwhile: theirs, and over it what was typed here. */
function rebased({ before, values }: Draft, fields: FieldDescriptor[], record: RegisterRecord): Draft {
  const now = recordValues(fields, record);
  const typed = diffValues(before, values);
  const theirs = diffValues(before, now);
  const both = fields.filter(
    ({ name }) =>
      name in typed && name in theirs && JSON.stringify(typed[name]) !== JSON.stringify(theirs[name]),
  );
  const contested = both.map((field) => [
    field.name,
    `Somebody else has changed this too, to "${displayText(field, record) || 'nothing'}". Saving puts yours in its place.`,
  ]);
  return { record, before: now, values: { ...now, ...typed }, contested: Object.fromEntries(contested) };
}

/** What is typed into the form of a record. It stays when the record is loaded anew. */
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
  if (isLoadedAnew) setDraft(rebased(draft, fields, record));
  const change = (name: string, value: unknown) =>
    setDraft((now) => {
      const { [name]: _settled, ...contested } = now.contested;
      return { ...now, values: { ...now.values, [name]: value }, contested };
    });
  const { before, values, contested } = draft;
  return { fields, values, contested, change, changes: diffValues(before, values) };
}
