import type { Collector } from '../../kit/contributions.ts';
import { AppError, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { readBytes, readJsonCharset } from '../../kit/http/body.ts';
import { BodyMemoryBudget } from '../../kit/http/body-memory-budget.ts';
import type { Call } from '../../kit/http/call.ts';
import { type IgnoredFields, IgnoredValues } from '../../kit/ignored-fields.ts';
import { SerialQueue } from '../../kit/serial-queue.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import { type JobCaller, WorkerQueue } from '../../kit/work/worker-queue.ts';
import { CountedPlaces, type Slice, toRecordPath } from './counted-places.ts';
import { type RecordReading, readLeniently } from './lenient-record.ts';
import { parseRecords, type RecordsJob, type RecordsResult } from './records.ts';

export const MAX_REPORT_BODY_BYTES = 16 * 1024 * 1024;
/** Body size up to which reading takes no noticeable time. Larger bodies are read in a worker thread. */
export const MAX_INLINE_BODY_BYTES = 64 * 1024;

/** The worker thread that reads large batches. */
export class RecordsReader extends WorkerQueue<RecordsJob, unknown[], RecordsResult> {
  constructor() {
    super('src/features/collector/records.worker.ts');
  }
}

/**
 * Reads the body of a report, of at most `most` bytes, and passes it to `work`. A large body is read once it
 * fits into the memory budget, and counts against it until `work` ends. Throws 413 for a larger body.
 */
export function withReportBody<T>(
  host: Host,
  call: Call,
  work: (bytes: Uint8Array, from: JobCaller) => Promise<T>,
  most = MAX_REPORT_BODY_BYTES,
): Promise<T> {
  const { req } = call;
  const from = { line: String(call.accountName), left: req.signal };
  const declared = Number(req.headers.get('content-length') ?? most);
  const receive = (hurry?: AbortSignal) => readBytes(req, most, hurry);
  const inTurn = async (bytes: Uint8Array) => {
    await host.getInstance(SerialQueue).waitForTurn();
    return work(bytes, from);
  };
  return declared <= MAX_INLINE_BODY_BYTES || declared > most
    ? call.server.bodies
        .within(call.accountName, Math.min(declared, MAX_INLINE_BODY_BYTES), receive)
        .then(inTurn)
    : host.getInstance(BodyMemoryBudget).within(from.line, declared, receive, inTurn);
}

/** The records of a body, and for each the numbers of values that were converted, truncated or removed. */
export interface ReadRecords {
  records: unknown[];
  ignored: (IgnoredFields | undefined)[];
  isBatch: boolean;
}

/**
 * Reads one record or a batch by the schema of the collector. One rejected record rejects the whole batch.
 * Throws as `withReportBody`, `parseRecords` and `validateRecord` do.
 */
export function readReportRecords(
  host: Host,
  { record: schema, identifiers }: Collector,
  call: Call,
): Promise<ReadRecords> {
  return withReportBody(host, call, async (bytes, from) => {
    const job = { bytes, charset: readJsonCharset(call.req) };
    const { records, isBatch } =
      bytes.byteLength <= MAX_INLINE_BODY_BYTES ? parseRecords(job) : await readApart(host, job, from);
    const turn = call.createTimeSlice();
    const read: ReadRecords = { records: [], ignored: [], isBatch };
    for (const [index, record] of records.entries()) {
      const where = isBatch ? ['records', String(index)] : [];
      const { data, ignored } = await validateRecord({ schema, identifiers }, record, turn, where);
      read.records.push(data);
      read.ignored.push(ignored);
      if (turn.isOver) await turn.next();
    }
    return read;
  });
}

async function readApart(
  host: Host,
  job: RecordsJob,
  from: JobCaller,
): Promise<{ records: unknown[]; isBatch: boolean }> {
  const records: unknown[] = [];
  const read = await host.getInstance(RecordsReader).run(job, from, (piece) => records.push(...piece));
  if ('isBatch' in read) return { records, isBatch: read.isBatch };
  const { kind, message, details } = read.refused;
  throw new AppError(kind, message, details);
}

/** Number of list items that are validated in one go, which takes a few milliseconds. */
const SLICE = 2000;

/**
 * Returns the record in the form of its schema, and the numbers of converted, truncated or removed values of
 * descriptive fields. Validates a long list in slices, so that other requests run in between. Throws a
 * validation error when an identifier is invalid.
 */
export async function validateRecord(
  reading: RecordReading,
  record: unknown,
  turn: TimeSlice,
  where: readonly string[] = [],
): Promise<{ data: unknown; ignored: IgnoredFields | undefined }> {
  const ignored = new IgnoredValues();
  const counted = new CountedPlaces(ignored);
  const long = longList(record);
  const data = long
    ? await inSlices(long, turn, counted, (list, slice) =>
        parseRecord(reading, { ...(record as object), [long.key]: list }, where, counted, slice),
      )
    : parseRecord(reading, record, where, counted);
  return { data, ignored: ignored.fields };
}

/** Validates a record slice by slice of its longest list. */
async function inSlices(
  { key, list }: LongList,
  turn: TimeSlice,
  counted: CountedPlaces,
  parse: (list: unknown[], slice: Slice) => unknown,
): Promise<unknown> {
  let whole: Record<string, unknown> = {};
  const items: unknown[] = [];
  for (let at = 0; at < list.length; at += SLICE) {
    whole = parse(list.slice(at, at + SLICE), { key, at }) as Record<string, unknown>;
    for (const item of (whole[key] ?? []) as unknown[]) items.push(item);
    // A slice is longer than the maximum length of the list, so all later slices are truncated too.
    if (counted.has([key])) {
      counted.addMore(key, Math.max(0, list.length - at - SLICE));
      break;
    }
    if (turn.isOver) await turn.next();
  }
  return items.length > 0 ? { ...whole, [key]: items } : whole;
}

interface LongList {
  key: string;
  list: unknown[];
}

/** Returns the longest list of a record if it is longer than one slice. */
function longList(record: unknown): LongList | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const lists = Object.entries(record).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const [key, list] = lists.sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return key !== undefined && list && list.length > SLICE ? { key, list } : undefined;
}

function parseRecord(
  reading: RecordReading,
  record: unknown,
  where: readonly string[],
  counted: CountedPlaces,
  slice?: Slice,
): unknown {
  counted.slice = slice;
  const result = readLeniently(reading, record, counted);
  if ('data' in result) return result.data;
  throw invalidFields(
    result.issues.map(({ path, message }) => ({
      path: [...where, ...toRecordPath(path, slice)].join('.'),
      message,
    })),
  );
}
