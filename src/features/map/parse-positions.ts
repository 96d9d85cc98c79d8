import { AppError, type ErrorKind, invalid } from '../../kit/errors.ts';
import { type Charset, decodeBody } from '../../kit/http/charset.ts';
import { type JsonLimits, parseJson } from '../../kit/http/json.ts';
import { MAX_POSITIONS } from './limits.ts';

/** Positions that are handed over, and judged, in one turn. */
export const CHUNK_SIZE = 1000;

/** The thread has a bound of its own, and what is wrong is said of the positions. */
const ANY: JsonLimits = { items: Number.POSITIVE_INFINITY, keys: Number.POSITIVE_INFINITY };

/** What a thread is given and what comes back: positions in pieces, then whether all was well with the body. */
export interface PositionsJob {
  bytes: Uint8Array;
  charset: Charset;
}
export type PositionsResult = {
  refused: { kind: ErrorKind; message: string; details?: Record<string, unknown> } | null;
};

/** The positions that a body names, as they were sent; 400 when they are too many, before anybody looks at one. */
export function parsePositions({ bytes, charset }: PositionsJob): unknown[] {
  const body = parseJson(decodeBody(bytes, charset), ANY) as { positions?: unknown } | null;
  const positions = body?.positions;
  if (!Array.isArray(positions) || positions.length === 0)
    throw invalid('positions', 'Send a list of at least one position.');
  if (positions.length > MAX_POSITIONS)
    throw invalid('positions', `Set at most ${MAX_POSITIONS} positions at once.`);
  return positions;
}

/** The same as a job of a thread. */
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
