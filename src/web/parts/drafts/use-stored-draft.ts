import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { draftKey, isStorable, readDraft, removeExpiredDrafts, writeDraft } from './draft-store.ts';

type Values = Record<string, unknown>;

/**
 * Stores the input of a form in this browser on each change, so that it survives a reload, a crash and the end
 * of the session. `offer` is the draft of an earlier visit; it stays stored, together with newer input, until
 * `settle` (the user has continued it) or `remove`.
 */
export function useStoredDraft(
  name: string | null,
  fields: { kind?: string; name: string }[],
  input: Values,
  before: Values | null,
) {
  const userid = useMe()?.userid;
  const key = userid === undefined || name === null ? null : draftKey(userid, name);
  const [offer, setOffer] = useState(() => (key ? readDraft(localStorage, key) : null));
  const isSaved = useRef(false);
  const storable = fields.filter((field) => isStorable(field) && field.name in input);
  const pick = (values: Values) =>
    Object.fromEntries(storable.map(({ name }) => [name, values[name] ?? null]));
  const text = JSON.stringify([pick(input), before && pick(before)]);
  useEffect(() => removeExpiredDrafts(localStorage), []);
  useEffect(() => {
    if (!key || isSaved.current) return;
    const [values, previous] = JSON.parse(text) as [Values, Values | null];
    if (offer && Object.keys(values).length === 0) return;
    writeDraft(localStorage, key, {
      at: Date.now(),
      values: { ...offer?.values, ...values },
      before: previous && { ...previous, ...offer?.before },
    });
  }, [key, text, offer]);
  return {
    offer,
    settle: () => setOffer(null),
    remove: () => {
      isSaved.current = true;
      if (key) localStorage.removeItem(key);
    },
    /** Removes the draft of the earlier visit, but not newer input. */
    discard: () => {
      if (key) localStorage.removeItem(key);
      setOffer(null);
    },
  };
}
