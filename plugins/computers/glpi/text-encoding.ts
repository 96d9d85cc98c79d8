const UTF8 = 'utf-8';
/** Encodings in which a character may have several bytes. Such a text can be valid UTF-8 by accident. */
const MULTIBYTE = new Set(['shift_jis', 'euc-jp', 'iso-2022-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']);
const DECLARATION_BYTES = 256;

/**
 * Converts a UTF-16 document to UTF-8. Without a byte order mark, detects it by a first `<` or `{`. Returns
 * other bytes unchanged.
 */
export function convertUtf16ToUtf8(bytes: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = bytes;
  const isStart = (byte: number) => byte === 0x3c || byte === 0x7b;
  const isLittle = (first === 0xff && second === 0xfe) || (isStart(first) && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && isStart(second));
  if (bytes.length < 2 || !(isLittle || isBig)) return bytes;
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes));
}

/** Returns the encoding in an XML declaration within the first 256 bytes. */
export function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES));
  return /<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)?.[1];
}

/**
 * Decodes a text of the declared encoding. Valid UTF-8 is read as UTF-8 despite a declared single-byte
 * encoding, because many agents declare one and send UTF-8. Without a declaration, or with an unknown or
 * Unicode one, each invalid byte is read as Windows-1252, so that it damages no others.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const decoder = decoderOf(declared);
  if (decoder && MULTIBYTE.has(decoder.encoding)) return decoder.decode(bytes);
  try {
    return new TextDecoder(UTF8, { fatal: true }).decode(bytes);
  } catch {
    return decoder ? decoder.decode(bytes) : new TextDecoder(UTF8).decode(withoutWrongBytes(bytes));
  }
}

/** Returns the decoder of a declared encoding, or undefined for Unicode and unknown names. */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding.startsWith('utf-') ? undefined : decoder;
  } catch {
    return undefined;
  }
}

/** Replaces each byte outside a valid UTF-8 sequence with the UTF-8 of its Windows-1252 character. */
function withoutWrongBytes(bytes: Uint8Array): Uint8Array {
  const letters = letterTable();
  const high = bytes.reduce((count, byte) => count + (byte >> 7), 0);
  const out = new Uint8Array(bytes.length + 2 * high);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const run = sequenceLength(bytes, at);
    const piece = run === 0 ? letters[bytes[at]! - 0x80]! : bytes.subarray(at, at + run);
    for (const byte of piece) out[length++] = byte;
    at += run || 1;
  }
  return out.subarray(0, length);
}

/** Returns the UTF-8 of the Windows-1252 characters from 0x80 on. */
function letterTable(): Uint8Array[] {
  const bytes = Uint8Array.from({ length: 128 }, (_, n) => 0x80 + n);
  return [...new TextDecoder('windows-1252').decode(bytes)].map((letter) => new TextEncoder().encode(letter));
}

/** Returns the length of the valid UTF-8 sequence at a position, or 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let n = 1; n < length; n++) if (((bytes[at + n] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, surrogates, and values beyond Unicode.
  const isWrong =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return isWrong ? 0 : length;
}
