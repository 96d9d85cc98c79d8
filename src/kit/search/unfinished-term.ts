/** The end of a search text, where the user types. */
export interface UnfinishedTerm {
  /** The text that stays in front of a suggestion: all before the value or the key. */
  before: string;
  /** The key of the term in lower case; undefined while a word or a key is typed. */
  key: string | undefined;
  /** The value, word or key so far, without quotes. It may be empty. */
  text: string;
}

const VALUE = String.raw`(?:"[^"]*"|[^\s"|]+)`;
const UNFINISHED = new RegExp(
  String.raw`^(-?)(?:([^\s":|]+):((?:${VALUE}\|)*))?(?:"([^"]*)"?|([^\s"|]*))$`,
  'u',
);

/** Returns the term at the end of a search text. After a blank it is empty. */
export function readUnfinishedTerm(query: string): UnfinishedTerm {
  const last = findLastTerm(query);
  // A `|` without a key separates terms, like a blank.
  const start = UNFINISHED.test(query.slice(last)) ? last : Math.max(last, query.lastIndexOf('|') + 1);
  const [, excluded, key, others, quoted, plain] = UNFINISHED.exec(query.slice(start)) ?? [];
  const head = query.slice(0, start) + (excluded ?? '');
  const text = quoted ?? plain ?? '';
  return key === undefined
    ? { before: head, key: undefined, text }
    : { before: `${head}${key}:${others ?? ''}`, key: key.toLowerCase(), text };
}

/** Returns the position after the last blank that is outside of quotes. */
function findLastTerm(query: string): number {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < query.length; at++) {
    if (query[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(query[at]!)) start = at + 1;
  }
  return start;
}

/** Returns a value as it is typed after a key: in quotes unless it is one plain word. */
export const toTypedValue = (value: string): string =>
  /^[\p{L}\p{N}.-]+$/u.test(value) && !value.startsWith('-') ? value : `"${value.replaceAll('"', ' ')}"`;
