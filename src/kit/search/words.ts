/** Maximum length of a word in the index. The rest of a longer word is not searchable. */
const MAX_WORD_LENGTH = 64;

/** A run of letters and digits. Every other character separates words. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Words that are joined by separators without blanks, such as MC-000012 or 10.0.0.7, or a single word. */
const IDENTIFIER = /[\p{L}\p{N}\p{M}\-_./:]+/gu;

/** The marks that accents consist of, after decomposition. */
const ACCENTS = /[\u0300-\u036f]/g;

const PLAIN = /^[\0-\x7f]*$/;

/**
 * Returns the form in which texts are compared: without accents, in lower case with full folding (ß is ss),
 * and with plain letters in place of the compatibility characters of scanners and phones.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** Returns the words of a text in their order, folded and cut to `MAX_WORD_LENGTH` characters. */
export const wordsOf = (text: string): string[] =>
  (foldText(text).match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH));

/** Returns the word without leading zeros if it is a number; otherwise the word. */
export const stripLeadingZeros = (word: string): string =>
  /^0+\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word;

/**
 * Returns words joined to one, as people type an identifier without its separators. Returns undefined for
 * numbers only, because 10.0.0.7 is not 10007.
 */
export function joinWords(words: readonly string[]): string | undefined {
  const joined = words.join('');
  return /^\p{N}*$/u.test(joined) ? undefined : joined.slice(0, MAX_WORD_LENGTH);
}

/**
 * Returns the sequences of words by which a text is found: its words in their order, then its identifiers
 * without leading zeros and without separators. The blanks of an identifier (`isKey`) are separators too.
 */
export function sequencesOf(text: string, isKey: boolean): string[] {
  const folded = foldText(text);
  const identifiers = (isKey ? [folded] : (folded.match(IDENTIFIER) ?? [])).map(wordsOf);
  const further = identifiers.flatMap((words) => {
    const short = words.map(stripLeadingZeros);
    const isShorter = short.some((word, index) => word !== words[index]);
    const joined = words.length > 1 ? [words, short].flatMap((some) => joinWords(some) ?? []) : [];
    return [...(isShorter ? [short.join(' ')] : []), ...joined];
  });
  return [...new Set([wordsOf(folded).join(' '), ...further])].filter((sequence) => sequence !== '');
}
