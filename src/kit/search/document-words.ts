import { listAddressSpellings } from '../network-address.ts';
import { ANY } from './expression.ts';
import { joinWords, sequencesOf, wordsOf } from './words.ts';

type Text = string | null | undefined;

/** Texts by which a record can be found. */
export interface SearchTexts {
  texts?: readonly Text[];
  /** Identifiers whose exact match is listed first. */
  keys?: readonly Text[];
  /**
   * The texts and keys that reveal who uses the record or how it is reached. The site can hide them from
   * anonymous callers.
   */
  personal?: readonly Text[];
}

/** The contribution of a record to the search. */
export interface SearchDocument extends SearchTexts {
  /** The title of a hit. The search finds it only if it is also among `texts` or `keys`. */
  title: string;
  subtitle: string;
  texts: readonly Text[];
  keys: readonly Text[];
  isactive: boolean;
}

/**
 * Returns the words of the public texts of a document, and those of its personal texts, with a blank before
 * and after each. `ANY` separates the texts, so that no phrase crosses them.
 */
export function bodyOf({ keys, texts, personal = [] }: SearchDocument): { body: string; personal: string } {
  const apart = new Set(personal);
  const sequences = (some: readonly Text[], isKey: boolean) =>
    some.flatMap((text) => (text ? sequencesOf(text, isKey) : []));
  const isPublic = (text: Text) => !apart.has(text);
  const open = [...sequences(keys.filter(isPublic), true), ...sequences(texts.filter(isPublic), false)];
  const hidden = sequences([...apart], true);
  return { body: toBody(open), personal: hidden.length === 0 ? '' : toBody(hidden) };
}

const toBody = (sequences: readonly string[]): string =>
  ` ${[...new Set(sequences)].map((sequence) => `${sequence} ${ANY} `).join('') || `${ANY} `}`;

/** Returns the identifiers of a document in the form of `toKey`. */
export const keysOf = ({ keys }: SearchDocument): Set<string> =>
  new Set(keys.flatMap((key) => (key ? [toKey(key)] : [])).filter((key) => key !== ''));

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
