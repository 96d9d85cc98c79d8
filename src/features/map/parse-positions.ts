import { AppError, type ErrorKind, invalid } from '../../kit/errors.ts';
import { type Charset, decodeBody } from '../../kit/http/charset.ts';
import { type JsonLimits, parseJson } from '../../kit/http/json.ts';
import { MAX_POSITIONS } from './limits.ts';

/** Number of positions that are transferred and validated in one time slice. */
export const CHUNK_SIZE = 1000;

/**
 * Limits for reading the JSON: none, because the worker thread has its own limits. Its errors name the
 * position.
 */
const UNLIMITED_JSON: JsonLimits = { items: Number.POSITIVE_INFINITY, keys: Number.POSITIVE_INFINITY };

/**
 * Input of a job of the worker thread. The job returns the positions in pieces, then the error of the body or
 * null.
 */
export interface PositionsJob {
  bytes: Uint8Array;
  charset: Charset;
}
export type PositionsResult = {
  refused: { kind: ErrorKind; message: string; details?: Record<string, unknown> } | null;
};

/**
 * Returns the positions of a body as they were sent. Throws 400 for invalid JSON, no position, or more than
 * `MAX_POSITIONS`, before any of them is validated.
 */
export function parsePositions({ bytes, charset }: PositionsJob): unknown[] {
  const body = parseJson(decodeBody(bytes, charset), UNLIMITED_JSON) as { positions?: unknown } | null;
  const positions = body?.positions;
  if (!Array.isArray(positions) || positions.length === 0)
    throw invalid('positions', 'Send a list of at least one position.');
  if (positions.length > MAX_POSITIONS)
    throw invalid('positions', `Set at most ${MAX_POSITIONS} positions at once.`);
  return positions;
}

/**
 * Reads the positions as a job of the worker thread. Yields them in chunks. Returns the error of an invalid
 * body as `refused` instead of throwing it.
 */
export function* parsePositionsInChunks(job: PositionsJob): Generator<unknown[], PositionsResult> {
  try {
    const positions = parsePositions(job);
    for (let at = 0; at < positions.length; at += CHUNK_SIZE) yield positions.slice(at, at + CHUNK_SIZE);
    return { refused: null };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const { code, status, message, details } = cause;
    return { refused: { kind: { code, status }, message, details } };
  }
}
