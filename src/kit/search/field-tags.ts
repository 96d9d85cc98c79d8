import type { Reader } from '../data/reader.ts';
import type { Tx } from '../data/tx.ts';
import { allSearchFields, putSearchField } from './queries.ts';

/** A field to which a search can be restricted, as in `status:"in repair"`. */
export interface SearchKey {
  /** The key of the field in the API; `custom.<name>` for a custom field. */
  field: string;
  title: string;
  /** Other names of the field, such as the key of the display name of a reference. */
  aliases?: readonly string[];
  customfieldid?: number;
  /** The kind of the records whose names the field contains; absent for other fields. */
  targetKind?: string;
  /** True when these records form a tree, so that `WITHIN_KEY` finds the names around them too. */
  isInTree?: boolean;
  /** True when the site can hide the field from anonymous callers. */
  isPersonal?: boolean | undefined;
}

/** The field of the names of everything around a record, at any depth: `in:"Hall B1"`. */
export const WITHIN_KEY: SearchKey = { field: 'in', title: 'Within' };

// A tag is a private character of Unicode. Texts of records never have one among their words.
const FIRST_TAG = 0xe000;
const FIRST_CUSTOM_TAG = 0xe800;
const CUSTOM_TAGS = 0xf8ff - FIRST_CUSTOM_TAG + 1;

/**
 * The tags: characters that mark the words in the search index, a different one for each field. Custom fields
 * share one when their IDs differ by a multiple of `CUSTOM_TAGS`.
 */
export class FieldTags {
  private readonly numbers = new Map<string, number>();

  /** Assigns numbers to new fields. A field has the same number for the life of the database. */
  assign(tx: Tx, fields: Iterable<string>): void {
    for (const field of fields) putSearchField.run(tx, { field });
    for (const { field, searchfieldid } of allSearchFields.all(tx)) this.numbers.set(field, searchfieldid);
  }

  /** Returns the tag of a field; undefined for a field that no search key names. */
  of({ field, customfieldid }: Pick<SearchKey, 'field' | 'customfieldid'>): string | undefined {
    if (customfieldid !== undefined)
      return String.fromCharCode(FIRST_CUSTOM_TAG + (customfieldid % CUSTOM_TAGS));
    const number = this.numbers.get(field);
    return number === undefined ? undefined : String.fromCharCode(FIRST_TAG + number);
  }

  /** Returns the tags by the names that users may type, in lower case and without blanks. */
  byName(keys: readonly SearchKey[]): Map<string, string[]> {
    const tags = new Map<string, string[]>();
    for (const key of keys) {
      const tag = this.of(key);
      if (tag === undefined) continue;
      for (const name of listKeyNames(key)) {
        const known = tags.get(name) ?? [];
        if (!known.includes(tag)) tags.set(name, [...known, tag]);
      }
    }
    return tags;
  }
}

/** Returns the name of a key as users type it. */
export const toKeyName = (name: string): string => name.toLowerCase().replace(/\s/g, '');

/** Returns all names of a key as users type them. */
export const listKeyNames = ({ field, title, aliases = [] }: SearchKey): Set<string> =>
  new Set([field, title, ...aliases].map(toKeyName));

/** Returns words with the tag before each, as the index contains them. */
export const addTag = (words: string, tag: string): string => words.replace(/(^| )(?=\S)/g, `$1${tag}`);

/** Reads the keys of a search when a query contains one. */
export type ReadKeys = (reader: Reader) => ReadonlyMap<string, readonly string[]>;
