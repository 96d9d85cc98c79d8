import { AppError, type ErrorKind, invalid } from '../../kit/errors.ts';
import { type Charset, decodeBody } from '../../kit/http/charset.ts';
import { parseJson } from '../../kit/http/json.ts';

export const MAX_RECORDS = 1000;
/** Maximum number of items in all lists of all records together. */
export const MAX_ITEMS = 100_000;
const MAX_KEYS = 1000;
/** Number of items in one message of the worker thread, which the main thread reads in one time slice. */
const SLICE_ITEMS = 2000;

/**
 * Input of a job of the worker thread. The job returns the records in pieces, then whether they are a batch.
 */
export interface RecordsJob {
  bytes: Uint8Array;
  charset: Charset;
}
export type RecordsResult = { isBatch: boolean } | { refused: Refusal };
interface Refusal {
  kind: ErrorKind;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * Returns the records of a body: one, or `{records: [...]}`. Throws 413 when there are too many records or
 * list items, 400 for no record, invalid JSON or an object with too many keys.
 */
export function parseRecords({ bytes, charset }: RecordsJob): { records: unknown[]; isBatch: boolean } {
  // This limit counts an empty list as one item, so it is twice as high. The exact limit is checked below.
  const body = parseJson(decodeBody(bytes, charset), {
    items: 2 * (MAX_ITEMS + MAX_RECORDS),
    keys: Number.POSITIVE_INFINITY,
  });
  const batch = (body as { records?: unknown } | null)?.records;
  const records = batch === undefined ? [body] : batch;
  if (!Array.isArray(records) || records.length === 0) throw invalid('records', 'Send at least one record.');
  if (records.length > MAX_RECORDS)
    throw tooMany(`Send at most ${MAX_RECORDS.toLocaleString('en')} records at once.`, MAX_RECORDS);
  const items = records.reduce<number>((sum, record) => sum + itemsIn(record), 0);
  if (items > MAX_ITEMS)
    throw tooMany(
      `The lists of these records contain more than ${MAX_ITEMS.toLocaleString('en')} items in total. Send fewer records at once.`,
      MAX_ITEMS,
    );
  return { records, isBatch: batch !== undefined };
}

/**
 * Reads the records as a job of the worker thread. Yields them in chunks. Returns the error of an invalid
 * body as `refused` instead of throwing it.
 */
export function* parseRecordsInChunks(job: RecordsJob): Generator<unknown[], RecordsResult> {
  try {
    const { records, isBatch } = parseRecords(job);
    let piece: unknown[] = [];
    let items = 0;
    for (const record of records) {
      piece.push(record);
      items += 1 + itemsIn(record);
      if (items < SLICE_ITEMS) continue;
      yield piece;
      [piece, items] = [[], 0];
    }
    yield piece;
    return { isBatch };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const { code, status, message, details } = cause;
    return { refused: { kind: { code, status }, message, details } };
  }
}

/** Returns the number of entries in all lists of a value. Throws 400 for an object with too many keys. */
function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  if (!Array.isArray(value) && inside.length > MAX_KEYS)
    throw invalid('', `An object in this body has more than ${MAX_KEYS} keys.`);
  let items = Array.isArray(value) ? inside.length : 0;
  for (const inner of inside) items += itemsIn(inner);
  return items;
}

const tooMany = (message: string, limit: number) => new AppError('PAYLOAD_TOO_LARGE', message, { limit });
