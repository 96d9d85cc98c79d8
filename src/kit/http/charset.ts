import { AppError, invalid } from '../errors.ts';

/** The decoders of the supported charsets, by their names and aliases. */
const DECODERS = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  // Valid ASCII is valid UTF-8. Other bytes are accepted if they are UTF-8, and rejected otherwise.
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'ansi_x3.4-1968': 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  // ISO-8859-1 is read as on the web, where pages that declare it contain Windows-1252.
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
} as const;

/** The name of the decoder that converts a body to text. */
export type Charset = (typeof DECODERS)[keyof typeof DECODERS];

/** The charset parameter of a content type, with or without quotes. */
const PARAMETER = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i;

/**
 * Returns the decoder of the charset that a request declares; that of UTF-8 if it declares none. Throws 415
 * UNSUPPORTED_MEDIA_TYPE for a charset without a decoder.
 */
export function charsetOf(req: Request): Charset {
  const [, quoted, plain] = PARAMETER.exec(req.headers.get('content-type') ?? '') ?? [];
  const name = (quoted ?? plain ?? '').trim().toLowerCase() || 'utf-8';
  if (Object.hasOwn(DECODERS, name)) return DECODERS[name as keyof typeof DECODERS];
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The charset "${name.slice(0, 40)}" is not supported. Send UTF-8 with charset=utf-8. utf-16, iso-8859-1 and windows-1252 are also accepted.`,
  );
}

const NOT_UTF_8 =
  'The body is not valid UTF-8. Encode it as UTF-8, in PowerShell 5.1 with -Body ([Text.Encoding]::UTF8.GetBytes($json)), or declare its charset, for example Content-Type: application/json; charset=iso-8859-1.';
const NOT_UTF_16 = 'The body is not valid UTF-16. Send it as UTF-8 with charset=utf-8.';

/** Returns the text of a body. Throws 400 for bytes that are invalid in the charset. */
export function decodeBody(bytes: Uint8Array, charset: Charset): string {
  try {
    return new TextDecoder(charset === 'utf-16' ? byteOrder(bytes) : charset, { fatal: true }).decode(bytes);
  } catch {
    throw invalid('', charset === 'utf-8' ? NOT_UTF_8 : NOT_UTF_16);
  }
}

/**
 * Returns the byte order of UTF-16: that of its byte order mark, else the order in which the first character
 * is ASCII.
 */
const byteOrder = ([first, second]: Uint8Array): Charset =>
  (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-16le';
