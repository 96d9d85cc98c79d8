import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import type { StoredInput } from '../parts/drafts/draft-store.ts';
import { diffValues, type FormValues, recordValues } from './form-values.ts';

/** A field that this user and another user have both changed, to different values. */
export interface FieldConflict {
  field: FieldDescriptor;
  mine: unknown;
  theirs: unknown;
}

export interface Draft {
  /** The record that the form last loaded; null for a new one. */
  record: RegisterRecord | null;
  /** The values of `record` when the form loaded it; null for a new one. */
  before: FormValues | null;
  values: FormValues;
  /** The conflicts that the user has not settled by typing. */
  conflicts: FieldConflict[];
  /** Titles of the fields that only another user has changed since the form was opened. */
  merged: string[];
  /** Number of merges. Inputs with a state of their own start again after each. */
  merges: number;
}

/**
 * Merges unsaved input with a record that another user has changed since the form loaded it. A field that one
 * of them changed has the changed value. A field that both changed keeps the input and is a conflict.
 */
export function mergeDraft(draft: Draft, fields: FieldDescriptor[], record: RegisterRecord): Draft {
  const { before, values } = draft;
  const now = recordValues(fields, record);
  const typed = diffValues(before, values);
  const theirs = diffValues(before, now);
  const isSame = (name: string) => JSON.stringify(typed[name]) === JSON.stringify(theirs[name]);
  const conflicts = fields
    .filter(({ name }) => name in typed && name in theirs && !isSame(name))
    .map((field) => ({ field, mine: values[field.name], theirs: now[field.name] }));
  const merged = fields.filter(({ name }) => name in theirs && !(name in typed)).map(({ title }) => title);
  return {
    record,
    before: now,
    values: { ...now, ...typed },
    conflicts,
    merged: [...new Set([...draft.merged, ...merged])],
    merges: draft.merges + 1,
  };
}

/** Applies stored input to a form. A field that has changed in the record since then is a conflict. */
export function applyStoredInput(draft: Draft, fields: FieldDescriptor[], stored: StoredInput): Draft {
  const names = new Set(fields.map(({ name }) => name));
  const input = Object.fromEntries(Object.entries(stored.values).filter(([name]) => names.has(name)));
  const { record } = draft;
  if (!record) return { ...draft, values: { ...draft.values, ...input }, merges: draft.merges + 1 };
  const before = { ...draft.before, ...stored.before };
  const values = { ...before, ...draft.values, ...input };
  return { ...mergeDraft({ ...draft, before, values }, fields, record), merged: draft.merged };
}
