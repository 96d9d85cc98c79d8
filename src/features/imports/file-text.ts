import { invalid } from '../../kit/errors.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';

const CHUNK = 65_536;
/** Number of bytes that are examined to detect the encoding. */
const FIRST_BYTES = 4096;
/** The first bytes of old XLS files and of encrypted workbooks. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Returns the text of a CSV file in UTF-8, UTF-16 (with or without a byte order mark) or Windows-1252.
 * Removes the mark and converts line ends to LF. Throws 400 for a workbook, and for an unknown or mixed
 * encoding.
 */
export async function readFileText(bytes: Uint8Array, turn: TimeSlice): Promise<string> {
  if (OLD_WORKBOOK.every((byte, at) => bytes[at] === byte))
    throw invalid('file', 'The file is an old or encrypted workbook. Save it as XLSX without a password.');
  const text = await decode(bytes, turn);
  return text.replace(/^\ufeff+/, '').replace(/\r\n?/g, '\n');
}

async function decode(bytes: Uint8Array, turn: TimeSlice): Promise<string> {
  const utf16 = utf16Of(bytes);
  if (utf16) return decodeAs(new TextDecoder(utf16), bytes, turn);
  try {
    return await decodeAs(new TextDecoder('utf-8', { fatal: true }), bytes, turn);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
  }
  await refuseMixed(await decodeAs(new TextDecoder('utf-8'), bytes, turn), turn);
  const text = await decodeAs(new TextDecoder('windows-1252'), bytes, turn);
  // These characters come from bytes that are undefined in Windows-1252.
  if (/[\x80-\x9f]/.test(text)) throw invalid('file', `The encoding of the file is unknown. ${HINT}`);
  return text;
}

/** The character that replaces invalid UTF-8. */
const REPLACEMENT = 0xfffd;
const HINT = 'Save it as "CSV UTF-8" and send it again.';

/**
 * Returns the kind of UTF-16: by the byte order mark, or by the zero bytes that every delimiter and digit has
 * in it.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const first = bytes.subarray(0, FIRST_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of first.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros.map((count) => (count * 2) / first.length);
  if (odd >= 0.1 && even <= 0.01) return 'utf-16le';
  return even >= 0.1 && odd <= 0.01 ? 'utf-16be' : undefined;
}

/**
 * Throws 400 for a text that is UTF-8 with single characters of another encoding. It counts as UTF-8 when it
 * has a letter such as ü, whose two bytes are "Ã" and a sign in Windows-1252. It also does when most of its
 * characters beyond ASCII are valid.
 */
async function refuseMixed(text: string, turn: TimeSlice): Promise<void> {
  let [valid, invalidCount, letters] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === REPLACEMENT) invalidCount++;
    else if (code > 0x7f) valid++;
    if (code >= 0xc0 && code <= 0xff) letters++;
    if (at % CHUNK === 0 && turn.isOver) await turn.next();
  }
  if (letters === 0 && valid <= invalidCount) return;
  const line = text.slice(0, text.indexOf('\ufffd')).split(/\r\n?|\n/).length;
  throw invalid(
    'file',
    `The file is UTF-8, but line ${line} contains a character of another encoding. ${HINT}`,
  );
}

async function decodeAs(decoder: TextDecoder, bytes: Uint8Array, turn: TimeSlice): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start <= bytes.byteLength; start += CHUNK) {
    const isLast = start + CHUNK > bytes.byteLength;
    parts.push(decoder.decode(bytes.subarray(start, start + CHUNK), { stream: !isLast }));
    if (turn.isOver) await turn.next();
  }
  return parts.join('');
}
