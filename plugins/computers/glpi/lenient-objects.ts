import type { IgnoredValues } from '../../../src/kit/ignored-fields.ts';
import { type FieldsOf, isEmpty, isObject, type Read, type Shape, scalar } from './lenient.ts';

const MAX_ADDRESSES = 4096;

/** Reads an object field by field; undefined when the value is none. A list counts by the first object in it. */
export const section =
  <S extends Shape>(shape: S): Read<FieldsOf<S> | undefined> =>
  (value, field, ignored) => {
    if (isEmpty(value)) return undefined;
    const found = objectIn(value, field, ignored);
    return found && readFields(shape, found, field, ignored);
  };

/** Returns the object, or the first one of a list; undefined for any other value. */
export function objectIn(
  value: unknown,
  field: string,
  ignored: IgnoredValues,
): Readonly<Record<string, unknown>> | undefined {
  if (isObject(value)) return value;
  ignored.add(field);
  return Array.isArray(value) ? value.find(isObject) : undefined;
}

function readFields<S extends Shape>(
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
 * Reads a list of at most `most` entries; XML has the entry by itself where there is one. Entries that cannot be used
 * are left out. A list with nothing usable in it is undefined: it does not state that there is none.
 */
export const list =
  <T>(entry: Read<T | undefined>, most: number, tag?: string): Read<T[] | undefined> =>
  (given, field, ignored) => {
    // XML has the entries of some lists one level further down.
    const value = tag !== undefined && isObject(given) && tag in given ? given[tag] : given;
    if (isEmpty(value)) return undefined;
    const entries = Array.isArray(value) ? value : [value];
    if (entries.length > most) ignored.add(field, entries.length - most);
    const read: T[] = [];
    for (const one of entries.slice(0, most)) {
      if (isEmpty(one)) ignored.add(field);
      else {
        const usable = entry(one, field, ignored);
        if (usable !== undefined) read.push(usable);
      }
    }
    return read.length > 0 || entries.length === 0 ? read : undefined;
  };

export interface AddressOptions {
  isAddress(text: string): boolean;
  /** What stands between several addresses in one text. */
  separators: RegExp;
  /** The format has a list here, so that several addresses are nothing odd. */
  isList?: boolean;
}

/**
 * Reads one address or several: a list, a text with separators, or an object that has them under `ip`. What is no
 * address is left out.
 */
export const addresses =
  (options: AddressOptions): Read<string[] | undefined> =>
  (value, field, ignored) => {
    const found = collect(value, field, ignored, options.separators);
    const usable = found.filter(options.isAddress);
    if (found.length > usable.length) ignored.add(field, found.length - usable.length);
    else if (usable.length > 1 && !options.isList) ignored.add(field);
    return usable.length > 0 ? usable : undefined;
  };

/** Returns the texts of a value in their order. */
function collect(value: unknown, field: string, ignored: IgnoredValues, separators: RegExp): string[] {
  const nested = isObject(value) && 'ip' in value ? value.ip : value;
  if (Array.isArray(nested)) {
    if (nested.length > MAX_ADDRESSES) ignored.add(field, nested.length - MAX_ADDRESSES);
    return nested.slice(0, MAX_ADDRESSES).flatMap((entry) => collect(entry, field, ignored, separators));
  }
  const parts = (scalar(nested, field, ignored) ?? '').split(separators);
  return parts.map((part) => part.trim()).filter(Boolean);
}
