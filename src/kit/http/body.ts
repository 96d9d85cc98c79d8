import { AppError } from '../errors.ts';
import { type Charset, charsetOf, decodeBody } from './charset.ts';
import { ANONYMOUS_JSON_LIMITS, DEFAULT_JSON_LIMITS, parseJson } from './json.ts';
import { notifyLastByte } from './last-byte.ts';

/** The error for a body of which a part is too large: a message, and the limit of that part in bytes. */
export interface BodyLimit {
  message: string;
  limit: number;
}

/** The time in milliseconds that a body read as a whole, or each 256 KiB of a stream, may take to arrive. */
export const SLOW_BODY_MS = 30_000;
const SMALL_BYTES = 64 * 1024;

/**
 * Reads the whole body. Throws 413 above the limit, with the message of `toolarge` if present. Throws 408
 * when the body takes over 30 seconds, or is still incomplete when `hurry` is aborted. Passes on the error of
 * `notifyLastByte`.
 */
export async function readBytes(
  req: Request,
  limit: number,
  hurry?: AbortSignal,
  toolarge?: BodyLimit,
): Promise<Uint8Array> {
  const declared = Number(req.headers.get('content-length') ?? 0);
  if (declared > limit) throw bodyTooLargeError(limit, toolarge);
  // No connection carries more than the declared length, and counting the bytes would cost twice as much as
  // reading them.
  const isSmall = declared > 0 && declared <= SMALL_BYTES;
  const bytes = await (isSmall ? readSmall(req, hurry) : readCounted(req, limit, hurry, toolarge));
  await notifyLastByte(req);
  return bytes;
}

async function readSmall(req: Request, hurry?: AbortSignal): Promise<Uint8Array> {
  const late = Promise.withResolvers<never>();
  const leave = () => late.reject(bodyTooSlowError());
  const timer = setTimeout(leave, SLOW_BODY_MS);
  hurry?.addEventListener('abort', leave, { once: true });
  try {
    return new Uint8Array(await Promise.race([req.arrayBuffer(), late.promise]));
  } finally {
    clearTimeout(timer);
    hurry?.removeEventListener('abort', leave);
  }
}

/** Reads a body and counts its bytes. Throws 413 when they exceed the limit, and 408 like `readBytes`. */
async function readCounted(
  req: Request,
  limit: number,
  hurry?: AbortSignal,
  toolarge?: BodyLimit,
): Promise<Uint8Array> {
  if (!req.body) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = req.body.getReader();
  let isSlow = false;
  const leave = () => {
    isSlow = true;
    reader.cancel('slow').catch(() => undefined);
  };
  const timer = setTimeout(leave, SLOW_BODY_MS);
  hurry?.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) throw bodyTooLargeError(limit, toolarge);
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
    hurry?.removeEventListener('abort', leave);
    if (size > limit) await reader.cancel().catch(() => undefined);
  }
  if (isSlow) throw bodyTooSlowError();
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Options for reading a JSON body. */
export interface ReadJsonOptions {
  toolarge?: BodyLimit;
  /**
   * True when anonymous callers may send the body. The content type is then required, which pages of other
   * sites cannot set, and the JSON limits are lower.
   */
  byAnonymous?: boolean;
  /** Aborted when the body must be rejected before it is parsed. */
  hurry?: AbortSignal;
}

/**
 * Returns the JSON body, or `{}` when the body is empty. Throws 400 for another content type, 415 for an
 * unknown charset, and the errors of `readBytes`, `decodeBody` and `parseJson`.
 */
export async function readJson(req: Request, limit: number, reading: ReadJsonOptions = {}): Promise<unknown> {
  const { toolarge, byAnonymous = false, hurry } = reading;
  const bytes = await readBytes(req, limit, hurry, toolarge);
  // The body was aborted while it waited to be parsed.
  if (hurry?.aborted) throw bodyTooSlowError();
  if (bytes.byteLength === 0) return {};
  const charset = readJsonCharset(req, byAnonymous);
  return parseJson(decodeBody(bytes, charset), byAnonymous ? ANONYMOUS_JSON_LIMITS : DEFAULT_JSON_LIMITS);
}

/**
 * Returns the charset of a JSON body. Throws 400 when its content type is another one, or missing while
 * `typed` requires it, and 415 for an unknown charset.
 */
export function readJsonCharset(req: Request, typed = false): Charset {
  const type = req.headers.get('content-type');
  if ((type || typed) && !/^application\/([\w.+-]+\+)?json\b/i.test(type ?? ''))
    throw new AppError('BAD_REQUEST', 'Send JSON with the header Content-Type: application/json.');
  return charsetOf(req);
}

/** Returns 408 REQUEST_TIMEOUT. */
export const bodyTooSlowError = () =>
  new AppError('REQUEST_TIMEOUT', 'The upload of the request took too long. Send it again.');

/** Returns 413 PAYLOAD_TOO_LARGE. `details.limit` is the limit in bytes. */
export const bodyTooLargeError = (
  maxBytes: number,
  { message, limit }: BodyLimit = {
    message: `The request is larger than ${Math.round(maxBytes / 1024)} KiB.`,
    limit: maxBytes,
  },
) => new AppError('PAYLOAD_TOO_LARGE', message, { limit });
