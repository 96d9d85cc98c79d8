import type { z } from 'zod';
import type { Collector } from '../../kit/contributions.ts';
import { AppError, invalidFields } from '../../kit/errors.ts';
import type { Turn } from '../../kit/give-way.ts';
import type { Host } from '../../kit/host.ts';
import { charsetOfJson, readBytes } from '../../kit/http/body.ts';
import { BodyRoom } from '../../kit/http/body-room.ts';
import type { Call } from '../../kit/http/call.ts';
import { OneByOne } from '../../kit/one-by-one.ts';
import { type Asking, Workshop } from '../../kit/work/workshop.ts';
import { type Job, type Read, readRecords } from './records.ts';

export const BODY_BYTES = 16 * 1024 * 1024;
/** A body of so many bytes is read in no time; a larger one is read in a thread of its own. */
export const SMALL_BYTES = 64 * 1024;

/** The thread that reads large batches. */
export class RecordsReader extends Workshop<Job, unknown[], Read> {
  constructor() {
    super('src/features/collector/records.worker.ts');
  }
}

/** The body of a report. Large ones are read when there is room for them, and held until `work` is through. */
export function withBody<T>(
  host: Host,
  call: Call,
  work: (bytes: Uint8Array, from: Asking) => Promise<T>,
  most = BODY_BYTES,
): Promise<T> {
  const { req } = call;
  const from = { line: String(call.who), left: req.signal };
  const declared = Number(req.headers.get('content-length') ?? most);
  const receive = (hurry?: AbortSignal) => readBytes(req, most, hurry);
  const inTurn = async (bytes: Uint8Array) => {
    await host.one(OneByOne).turn();
    return work(bytes, from);
  };
  return declared <= SMALL_BYTES || declared > most
    ? call.around.bodies.within(call.who, Math.min(declared, SMALL_BYTES), receive).then(inTurn)
    : host.one(BodyRoom).within(from.line, declared, receive, inTurn);
}

/** One record or a batch, each record validated; one bad record refuses the whole batch. */
export function recordsOf(host: Host, collector: Collector, call: Call): Promise<unknown[]> {
  return withBody(host, call, async (bytes, from) => {
    const job = { bytes, charset: charsetOfJson(call.req) };
    const { records, isBatch } =
      bytes.byteLength <= SMALL_BYTES ? readRecords(job) : await readApart(host, job, from);
    const turn = call.turn();
    const valid: unknown[] = [];
    for (const [index, record] of records.entries()) {
      valid.push(await validated(collector.record, record, turn, isBatch ? ['records', String(index)] : []));
      if (turn.isOver) await turn.next();
    }
    return valid;
  });
}

async function readApart(
  host: Host,
  job: Job,
  from: Asking,
): Promise<{ records: unknown[]; isBatch: boolean }> {
  const records: unknown[] = [];
  const read = await host.one(RecordsReader).run(job, from, (piece) => records.push(...piece));
  if ('isBatch' in read) return { records, isBatch: read.isBatch };
  const { kind, message, details } = read.refused;
  throw new AppError(kind, message, details);
}

/** So many items of a list are validated in one go: a few milliseconds. */
const SLICE = 2000;

/**
 * The record as its schema has it. A long list is validated slice by slice, with turns for everybody else between them;
 * the first slice with something wrong in it refuses the record.
 */
export async function validated(
  schema: z.ZodType,
  record: unknown,
  turn: Turn,
  where: readonly string[] = [],
): Promise<unknown> {
  const [key, list] = longList(record) ?? [];
  if (key === undefined || list === undefined) return parsed(schema, record, where);
  let whole: Record<string, unknown> = {};
  const items: unknown[] = [];
  for (let at = 0; at < list.length; at += SLICE) {
    const slice = { ...(record as object), [key]: list.slice(at, at + SLICE) };
    whole = parsed(schema, slice, where, { key, at }) as Record<string, unknown>;
    for (const item of whole[key] as unknown[]) items.push(item);
    if (turn.isOver) await turn.next();
  }
  return { ...whole, [key]: items };
}

/** The longest list of a record, when it is longer than one slice. */
function longList(record: unknown): [key: string, list: unknown[]] | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const lists = Object.entries(record).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const longest = lists.sort(([, one], [, other]) => other.length - one.length)[0];
  return longest && longest[1].length > SLICE ? longest : undefined;
}

function parsed(
  schema: z.ZodType,
  record: unknown,
  where: readonly string[],
  slice?: { key: string; at: number },
): unknown {
  const result = schema.safeParse(record);
  if (result.success) return result.data;
  throw invalidFields(
    result.error.issues.map(({ path, message }) => {
      const [first, index, ...rest] = path;
      const isMoved = slice && first === slice.key && typeof index === 'number';
      const own = isMoved ? [first, index + slice.at, ...rest] : path;
      return { path: [...where, ...own].join('.'), message };
    }),
  );
}
