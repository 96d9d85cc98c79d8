import type { Collector } from '../../kit/contributions.ts';
import { AppError, invalidFields } from '../../kit/errors.ts';
import { Turn } from '../../kit/give-way.ts';
import type { Host } from '../../kit/host.ts';
import { readBytes, refuseNoJson } from '../../kit/http/body.ts';
import { BodyRoom } from '../../kit/http/body-room.ts';
import { OneByOne } from '../../kit/one-by-one.ts';
import { Workshop } from '../../kit/work/workshop.ts';
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
export function withBody<T>(host: Host, req: Request, work: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  const declared = Number(req.headers.get('content-length') ?? BODY_BYTES);
  const receive = (hurry?: AbortSignal) => readBytes(req, BODY_BYTES, hurry);
  const inTurn = async (bytes: Uint8Array) => {
    await host.one(OneByOne).turn();
    return work(bytes);
  };
  return declared <= SMALL_BYTES || declared > BODY_BYTES
    ? receive().then(inTurn)
    : host.one(BodyRoom).within(declared, receive, inTurn);
}

/** One record or a batch, each record validated; one bad record refuses the whole batch. */
export function recordsOf(host: Host, collector: Collector, req: Request): Promise<unknown[]> {
  return withBody(host, req, async (bytes) => {
    refuseNoJson(req);
    const { records, isBatch } =
      bytes.byteLength <= SMALL_BYTES ? readRecords(bytes) : await readApart(host, bytes);
    const turn = new Turn();
    const valid: unknown[] = [];
    for (const [index, record] of records.entries()) {
      valid.push(validated(collector, record, isBatch ? ['records', String(index)] : []));
      if (turn.isOver) await turn.next();
    }
    return valid;
  });
}

async function readApart(host: Host, bytes: Uint8Array): Promise<{ records: unknown[]; isBatch: boolean }> {
  const records: unknown[] = [];
  const read = await host.one(RecordsReader).run({ bytes }, (piece) => records.push(...piece));
  if ('isBatch' in read) return { records, isBatch: read.isBatch };
  const { kind, message, details } = read.refused;
  throw new AppError(kind, message, details);
}

function validated(collector: Collector, record: unknown, where: readonly string[]): unknown {
  const parsed = collector.record.safeParse(record);
  if (parsed.success) return parsed.data;
  throw invalidFields(
    parsed.error.issues.map((issue) => ({
      path: [...where, ...issue.path].join('.'),
      message: issue.message,
    })),
  );
}
