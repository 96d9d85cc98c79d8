import type { IgnoredValues } from '../../../src/kit/ignored-fields.ts';
import {
  type FieldReaders,
  type FieldsOf,
  isEmpty,
  isObject,
  toScalar,
  type ValueReader,
} from './lenient.ts';

const MAX_ADDRESSES = 4096;

/**
 * Reader of one entry of a list. `fields` are the possible keys of an entry; without them, any key is
 * possible.
 */
export type EntryReader<T> = ValueReader<T | undefined> & { fields?: readonly string[] };

/**
 * Returns a reader for an object, field by field. It returns undefined for any other value. Of a list, the
 * first object counts.
 */
export const toSection = <S extends FieldReaders>(shape: S): EntryReader<FieldsOf<S>> =>
  withFields(Object.keys(shape), (value, field, ignored) => {
    if (isEmpty(value)) return undefined;
    const found = readObject(value, field, ignored);
    return found && readFields(shape, found, field, ignored);
  });

/** Sets `fields` of a reader, the keys that an entry may have, and returns this reader. */
export const withFields = <T>(fields: readonly string[], read: ValueReader<T | undefined>): EntryReader<T> =>
  Object.assign(read, { fields });

/**
 * Returns the object, or the first object of a list, or undefined for any other value. Counts any value other
 * than an object in `ignored`.
 */
export function readObject(
  value: unknown,
  field: string,
  ignored: IgnoredValues,
): Readonly<Record<string, unknown>> | undefined {
  if (isObject(value)) return value;
  ignored.add(field);
  return Array.isArray(value) ? value.find(isObject) : undefined;
}

function readFields<S extends FieldReaders>(
  shape: S,
  from: Readonly<Record<string, unknown>>,
  field: string,
  ignored: IgnoredValues,
): FieldsOf<S> {
  const fields: Record<string, unknown> = {};
  const prefix = field === '' ? '' : `${field}.`;
  for (const key of Object.keys(shape))
    if (!isEmpty(from[key])) fields[key] = shape[key]!(from[key], prefix + key, ignored);
  return fields as FieldsOf<S>;
}

/**
 * Returns a reader for a list. Entries beyond the maximum are left out. In XML, a single entry is not wrapped
 * in a list, and an element `tag` may contain the entries. An object whose keys are not fields of an entry
 * contains the entries as values. Unusable entries are left out. A list without usable entries is undefined,
 * because it does not mean that the list is empty. An empty list stays empty.
 */
export const toListOf =
  <T>(entry: EntryReader<T>, most: number, tag?: string): ValueReader<T[] | undefined> =>
  (raw, field, ignored) => {
    // In XML, the entries of a list with a `tag` are one level deeper, in an element of that name.
    const value = tag !== undefined && isObject(raw) && Object.hasOwn(raw, tag) ? raw[tag] : raw;
    if (isEmpty(value)) return undefined;
    const entries = entriesOf(value, entry, field, ignored);
    if (entries.length > most) ignored.add(field, entries.length - most);
    const read: T[] = [];
    for (const one of entries.slice(0, most)) {
      if (isEmpty(one)) ignored.add(field);
      else {
        const usable = entry(one, field, ignored);
        if (usable !== undefined) read.push(usable);
      }
    }
    const isEmptyList = Array.isArray(value) && entries.length === 0;
    return read.length > 0 || isEmptyList ? read : undefined;
  };

/**
 * Returns the entries of a list, a single entry, or the values of an object that names each entry by a key.
 */
function entriesOf<T>(
  value: unknown,
  { fields }: EntryReader<T>,
  field: string,
  ignored: IgnoredValues,
): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [value];
  const values = Object.values(value);
  const isEntry = fields ? fields.some((name) => Object.hasOwn(value, name)) : !values.every(isObject);
  if (isEntry) return [value];
  ignored.add(field);
  return values.filter(isObject);
}

export interface AddressOptions {
  isAddress(text: string): boolean;
  /** Separators between several addresses in one text. */
  separators: RegExp;
  /** True when the format has a list here, so that several addresses are normal. */
  isList?: boolean;
}

/**
 * Returns a reader for one address or several: a list, a text with separators, or an object with them under
 * `ip`. Invalid addresses are left out.
 */
export const toAddresses =
  (options: AddressOptions): ValueReader<string[] | undefined> =>
  (value, field, ignored) => {
    const found = collect(value, field, ignored, options.separators);
    const usable = found.filter(options.isAddress);
    if (found.length > usable.length) ignored.add(field, found.length - usable.length);
    else if (usable.length > 1 && !options.isList) ignored.add(field);
    return usable.length > 0 ? usable : undefined;
  };

/** Returns the texts in a text with separators, a list, nested lists or an object with `ip`, in order. */
function collect(value: unknown, field: string, ignored: IgnoredValues, separators: RegExp): string[] {
  const nested = isObject(value) && 'ip' in value ? value.ip : value;
  if (Array.isArray(nested)) {
    if (nested.length > MAX_ADDRESSES) ignored.add(field, nested.length - MAX_ADDRESSES);
    return nested.slice(0, MAX_ADDRESSES).flatMap((entry) => collect(entry, field, ignored, separators));
  }
  const parts = (toScalar(nested, field, ignored) ?? '').split(separators);
  return parts.map((part) => part.trim()).filter(Boolean);
}
