import { AppError, type ErrorKind, invalid } from '../../kit/errors.ts';
import { type Charset, decodeBody } from '../../kit/http/charset.ts';
import { parseJson } from '../../kit/http/json.ts';

export const MAX_RECORDS = 1000;
/** In all lists of all records together. */
export const MAX_ITEMS = 100_000;
const MAX_KEYS = 1000;
/** Items of one piece that a thread hands over: they are read in one turn. */
const PIECE_ITEMS = 2000;

/** What a thread is given and what comes back: records in pieces, then whether they were a batch. */
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

/** The records of a body: one, or `{records: [...]}`. 413 when they are too many or hold too much. */
export function parseRecords({ bytes, charset }: RecordsJob): { records: unknown[]; isBatch: boolean } {
  // An empty list counts as one item here; what is meant is counted below.
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
      `The lists of these records hold more than ${MAX_ITEMS.toLocaleString('en')} items together. Send less at once.`,
      MAX_ITEMS,
    );
  return { records, isBatch: batch !== undefined };
}

/** The same as a job of a thread. */
export function* parseRecordsInChunks(job: RecordsJob): Generator<unknown[], RecordsResult> {
  try {
    const { records, isBatch } = parseRecords(job);
    let piece: unknown[] = [];
    let items = 0;
    for (const record of records) {
      piece.push(record);
      items += 1 + itemsIn(record);
      if (items < PIECE_ITEMS) continue;
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

/** Entries of every list in a value. */
function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  if (!Array.isArray(value) && inside.length > MAX_KEYS)
    throw invalid('', `An object of this body names more than ${MAX_KEYS} keys.`);
  let items = Array.isArray(value) ? inside.length : 0;
  for (const inner of inside) items += itemsIn(inner);
  return items;
}

const tooMany = (message: string, limit: number) => new AppError('PAYLOAD_TOO_LARGE', message, { limit });
