// Control characters, and the invisible ones that make two different names look the same.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\s]+/g;
/** Printable ASCII with no blank that would go. */
const isPlain = (value: string): boolean =>
  /^[!-~][ -~]*$/.test(value) && !value.endsWith(' ') && !value.includes('  ');

/** One line of visible text, NFC; undefined when nothing is left. */
export function cleanText(value: string): string | undefined {
  if (isPlain(value)) return value;
  const text = value.toWellFormed().normalize('NFC').replace(INVISIBLE, ' ').trim();
  return text === '' ? undefined : text;
}

/** As cleanText, cut to `limit` UTF-16 units without splitting a character. */
export function cutText(value: string, limit: number): string | undefined {
  // The margin lets white space go before the cut without cleaning a whole megabyte.
  const text = cleanText(value.slice(0, limit * 4));
  if (text === undefined || text.length <= limit) return text;
  const lead = text.charCodeAt(limit - 1);
  return text.slice(0, lead >= 0xd800 && lead <= 0xdbff ? limit - 1 : limit).trimEnd();
}
