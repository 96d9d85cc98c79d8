import type { FormState } from '../use-form.ts';
import { useStoredDraft } from './use-stored-draft.ts';

/**
 * Stores the input of a form with few fields, except files, like that of a record. `name` identifies the form
 * and the record that it edits; null stores nothing. `kinds` are the kinds of fields that a register describes.
 * `resume` puts the offered input into the fields.
 */
export function useFormDraft<V>(
  form: FormState<V>,
  name: string | null,
  kinds: readonly { name: string; kind: string }[] = [],
) {
  const fields = Object.keys(form.values as object) as (keyof V & string)[];
  const plain = fields.filter((field) => isPlain(form.values[field]));
  const input = Object.fromEntries(
    plain.filter((field) => form.isChanged(field)).map((field) => [field, form.values[field]]),
  );
  const stored = useStoredDraft(
    name,
    plain.map((field) => ({ name: field, kind: kinds.find(({ name }) => name === field)?.kind })),
    input,
    null,
  );
  const resume = () => {
    for (const field of plain) {
      const value = stored.offer?.values[field];
      if (hasSameType(value, form.values[field])) form.set(field, value as V[typeof field]);
    }
    stored.settle();
  };
  return { ...stored, resume };
}

/** Reports whether JSON can contain a value without loss. A file is not plain. */
const isPlain = (value: unknown): boolean =>
  value === null || Array.isArray(value) || ['string', 'number', 'boolean'].includes(typeof value);

/** Reports whether a stored value fits its field, because an older version of the form may have stored it. */
const hasSameType = (stored: unknown, value: unknown): boolean =>
  stored !== undefined &&
  (value === null || stored === null || typeof stored === typeof value) &&
  Array.isArray(stored) === Array.isArray(value);
