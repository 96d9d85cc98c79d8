import { listAddressSpellings } from '../network-address.ts';
import { filterWordOf } from './document-id.ts';
import { SEPARATOR } from './expression.ts';
import { addTag, type FieldTags, type SearchKey, WITHIN_KEY } from './field-tags.ts';
import { joinWords, sequencesOf, wordsOf } from './words.ts';

/** A text by which a record can be found. */
export interface SearchField {
  /** The key of the field in the API; `custom.<name>` for a custom field. */
  field: string;
  title: string;
  /** An empty text is not searchable. */
  text: string | null | undefined;
  /** True for an identifier, whose exact match is listed first. */
  isKey?: boolean;
  /**
   * True when the text reveals who uses the record or how it is reached. The site can hide it from anonymous
   * callers.
   */
  isPersonal?: boolean | undefined;
  /** The ID of the custom field whose value the text is. */
  customfieldid?: number;
  /** True for a value by which only lists find the record: the name of the list, or the ID of a reference. */
  isFilter?: boolean;
  /** The keys that a search for the text may name, by default that of the field alone. */
  keys?: readonly SearchKey[];
}

/** The contribution of a record to the search. */
export interface SearchDocument {
  /** The title of a hit. The search finds it only if it is also the text of a field. */
  title: string;
  subtitle: string;
  fields: readonly SearchField[];
  isactive: boolean;
}

/** The maximum length of a text that users pick as a value. */
export const MAX_VALUE_LENGTH = 60;

/** The sign before each word of a whole value. No word contains it, and the word index reads it as a letter. */
const VALUE_SIGN = '·';

/**
 * Returns the word for a value of several words in the field with the tag. The index lists the values that
 * begin with some words as the words that begin with this one.
 */
export const toValueWord = (words: readonly string[], tag: string): string =>
  `${tag}${VALUE_SIGN}${words.join(VALUE_SIGN)}`;

/**
 * Returns the words of the public fields of a document, and those of its personal fields, with a blank before
 * and after each. Each word appears alone and with the tag of its field, and a short text of several words also as one
 * word. `SEPARATOR` is between the texts, so that no phrase crosses them. The first word is that of the group of the
 * document.
 */
export function bodyOf(
  { fields }: SearchDocument,
  tags: FieldTags,
  groupWord: string,
): { body: string; personal: string } {
  const [open, personal] = [false, true].map((isPersonal) =>
    fields
      .filter((field) => (field.isPersonal ?? false) === isPersonal)
      .flatMap((field) => sequencesOfField(field, tags)),
  );
  return { body: ` ${groupWord}${toBody(open!)}`, personal: personal!.length === 0 ? '' : toBody(personal!) };
}

/** Returns the words of one field in the form of `bodyOf`. */
export const toFieldWords = (field: SearchField, tags: FieldTags): string =>
  toBody(sequencesOfField(field, tags));

function sequencesOfField(field: SearchField, tags: FieldTags): string[] {
  const { text, isKey = false, isPersonal = false, keys = [field] } = field;
  if (!text) return [];
  if (field.isFilter) return [filterWordOf(text, tags.of(field))];
  const plain = sequencesOf(text, isKey || isPersonal);
  const words = wordsOf(text);
  // An identifier is already one of the words when it is joined.
  const isPhrase = words.length > 1 && !plain.includes(joinWords(words) ?? '');
  const tagged = keys.flatMap((key) => {
    const tag = tags.of(key);
    if (tag === undefined) return [];
    const whole = isPhrase && isValue(text, key) ? [toValueWord(words, tag)] : [];
    return [...plain.map((sequence) => addTag(sequence, tag)), ...whole];
  });
  return [...plain, ...tagged];
}

/** Reports whether a text is a value of its own and not the name of another record. */
const isValue = (text: string, { field, targetKind }: SearchKey): boolean =>
  text.length <= MAX_VALUE_LENGTH && targetKind === undefined && field !== WITHIN_KEY.field;

const toBody = (sequences: readonly string[]): string =>
  ` ${[...new Set(sequences)].map((sequence) => `${sequence} ${SEPARATOR} `).join('')}`;

/** Returns the identifiers of a document in the form of `toKey`. */
export const keysOf = ({ fields }: SearchDocument): Set<string> =>
  new Set(
    fields.flatMap(({ text, isKey }) => (text && isKey ? [toKey(text)] : [])).filter((key) => key !== ''),
  );

/**
 * Returns the form in which identifiers are compared: words without separators. An identifier without letters
 * keeps a separator, because 10.0.0.7 is not 10007.
 */
export function toKey(identifier: string): string {
  const words = wordsOf(identifier);
  return joinWords(words) ?? words.join('.');
}

/** Returns the identifiers that a typed or scanned text may mean: itself, and an address in its stored notation. */
export const listKeys = (typed: string): string[] =>
  listAddressSpellings(typed.trim().toLowerCase()).map(toKey);
