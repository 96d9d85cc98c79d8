import type { SearchDocument, SearchField } from './document-words.ts';
import { toKey, wordsOfField } from './document-words.ts';
import type { SearchExpression } from './expression.ts';
import type { FieldTags } from './field-tags.ts';

/** The field by which a search found a record. */
export interface MatchedField {
  /** The key of the field in the API. */
  field: string;
  title: string;
  text: string;
}

/**
 * Returns the field of a document that fulfills the most conditions of a search; the first of several. Returns
 * null when no field fulfills one: for a search that only excludes, or when the record changed meanwhile.
 */
export function findMatchedField(
  { fields }: SearchDocument,
  expression: SearchExpression,
  tags: FieldTags,
): MatchedField | null {
  const included = expression.filter(({ isExcluded }) => !isExcluded);
  let best: SearchField | undefined;
  let most = 0;
  for (const field of fields) {
    const words = wordsOfField(field, tags);
    const count = included.filter(({ needles }) => needles.some((needle) => words.includes(needle))).length;
    if (count > most) [best, most] = [field, count];
    if (count === included.length) break;
  }
  return best ? toMatched(best) : null;
}

/** Returns the field of a document with one of these identifiers, in the form of `toKey`; null without one. */
export function findMatchedKey({ fields }: SearchDocument, keys: readonly string[]): MatchedField | null {
  const found = fields.find(({ text, isKey }) => isKey && text && keys.includes(toKey(text)));
  return found ? toMatched(found) : null;
}

const toMatched = ({ field, title, text }: SearchField): MatchedField => ({ field, title, text: text ?? '' });
