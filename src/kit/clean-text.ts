// Control characters and white space of any kind.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const GAPS = /[\u0000-\u001f\u007f-\u009f\s]+/g;
const ASCII = /^[\t\n\r -~]*$/;
/**
 * Characters without a shape: zero-width ones, direction marks, fillers, and code points that are not
 * characters.
 */
const INVISIBLE =
  /\p{NChar}|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e|\u180f|[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;
/** Joiners shape the letters of some scripts and have no meaning next to Latin letters. */
const IDLE_JOINERS = /(?<![\u0080-\u{10ffff}])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0080-\u{10ffff}])/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * Normalizes a text, so that fewer different names look the same. Composes it (NFC), converts full-width
 * characters to ASCII, and removes invisible ones. Replaces lone surrogates with U+FFFD.
 */
export function normalizeText(value: string): string {
  if (ASCII.test(value)) return value;
  return value
    .toWellFormed()
    .normalize('NFC')
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(INVISIBLE, '')
    .replace(IDLE_JOINERS, '');
}

const PLAIN_LINE = /^[!-~](?:[ -~]*[!-~])?$/;
/** Line ends with the white space around them, and other blanks: no-break ones and those of other widths. */
const OTHER_BLANKS = /[\t\n\r\u2028\u2029]+|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/**
 * Returns what a person entered into a field of one line: visible text without blanks at its ends. Line ends,
 * tabs and blanks of other kinds become plain blanks.
 */
export function oneLine(value: string): string {
  return PLAIN_LINE.test(value) ? value : normalizeText(value).replace(OTHER_BLANKS, ' ').trim();
}

/** Reports whether a value is printable ASCII without blanks that cleaning would remove. */
const isPlain = (value: string): boolean =>
  /^[!-~][ -~]*$/.test(value) && !value.endsWith(' ') && !value.includes('  ');

/**
 * Returns one line of visible text; undefined when nothing is left. Control characters and runs of white
 * space become one blank.
 */
export function cleanText(value: string): string | undefined {
  if (isPlain(value)) return value;
  return normalizeText(value).replace(GAPS, ' ').trim() || undefined;
}

/**
 * Cleans a text as `cleanText` does, and cuts it to `limit` UTF-16 units without splitting a character. Reads
 * only the first `4 * limit` units.
 */
export function cutText(value: string, limit: number): string | undefined {
  // The margin allows for white space that cleaning removes, without cleaning a whole megabyte.
  const text = cleanText(value.slice(0, limit * 4));
  if (text === undefined || text.length <= limit) return text;
  return startOf(text, limit).trimEnd();
}

/** Returns the first `limit` UTF-16 units, without half a character at the end. */
export const startOf = (value: string, limit: number): string =>
  value.slice(0, limit).replace(/[\ud800-\udbff]$/, '');

/** Returns the text, or its start with an ellipsis: at most `limit` UTF-16 units. */
export const shortenText = (value: string, limit: number): string =>
  value.length > limit ? `${startOf(value, limit - 1)}…` : value;

/**
 * Returns the last `limit` UTF-16 units, which contain the extension of a file name, without half a character
 * at the start.
 */
export const endOf = (value: string, limit: number): string =>
  value.slice(-limit).replace(/^[\udc00-\udfff]/, '');
