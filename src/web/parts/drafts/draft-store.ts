/** Values of a form by the names of its fields. */
type Values = Record<string, unknown>;

/** Input of a form that this browser has stored. `before` contains the previous values of its fields. */
export interface StoredInput {
  values: Values;
  before: Values | null;
}

/** Input of a form that was not saved. */
export interface StoredDraft extends StoredInput {
  /** The time of the last change, in milliseconds. */
  at: number;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'millwright.draft.';
const MAX_AGE_MS = 14 * 86_400_000;

/** Returns the key of a draft, which only this user of this browser reads. */
export const draftKey = (userid: number, page: string): string => `${PREFIX}${userid}.${page}`;

/**
 * Reports whether this browser may store the value of a field. It never stores secrets and keys, nor
 * confirmations, which each visit needs again.
 */
export const isStorable = ({ kind, name }: { kind?: string; name: string }): boolean =>
  kind !== 'secret' &&
  !/passw|passphrase|secret|token|^pin$|^otp$|^key$|(?:private|access)key|^(?:confirm|issure|acceptfindings)/i.test(
    name,
  );

/** Returns a stored draft; null when it is missing, unreadable or expired. */
export function readDraft(storage: DraftStorage, key: string, now = Date.now()): StoredDraft | null {
  try {
    const draft = JSON.parse(storage.getItem(key) ?? 'null') as StoredDraft | null;
    return draft && draft.at > now - MAX_AGE_MS ? draft : null;
  } catch {
    return null;
  }
}

/** Stores a draft, or removes it when there is no input. A full storage is ignored: the form still works. */
export function writeDraft(storage: DraftStorage, key: string, draft: StoredDraft): void {
  try {
    if (Object.keys(draft.values).length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(draft));
  } catch {
    storage.removeItem(key);
  }
}

/** Removes all expired and unreadable drafts of all users of this browser. */
export function removeExpiredDrafts(storage: DraftStorage, now = Date.now()): void {
  for (const key of listKeys(storage, PREFIX)) if (!readDraft(storage, key, now)) storage.removeItem(key);
}

/** Removes all drafts of a user. */
export function removeDraftsOf(storage: DraftStorage, userid: number): void {
  for (const key of listKeys(storage, draftKey(userid, ''))) storage.removeItem(key);
}

const listKeys = (storage: DraftStorage, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
