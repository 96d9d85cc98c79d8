import { type Actor, canSeePersonalData } from '../actor.ts';
import { Page } from './page.ts';

const NO_KEYS: ReadonlySet<string> = new Set();

/** Returns the keys in `personal` that the caller may not see. */
export const redactedKeysOf = (actor: Actor, personal: ReadonlySet<string>): ReadonlySet<string> =>
  canSeePersonalData(actor) ? NO_KEYS : personal;

/** Returns the data without these keys at any depth, so that no handler needs to remove them itself. */
export function redact(data: unknown, keys: ReadonlySet<string>): unknown {
  if (keys.size === 0) return data;
  if (data instanceof Page) return new Page(data.rows, data.pagination, removeKeys(data.data, keys));
  return removeKeys(data, keys);
}

function removeKeys(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => removeKeys(one, keys));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !keys.has(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, removeKeys(inner, keys)]));
}
