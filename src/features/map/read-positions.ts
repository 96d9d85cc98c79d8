import { AppError, type Issue, invalidFields } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { readJsonCharset } from '../../kit/http/body.ts';
import type { Call } from '../../kit/http/call.ts';
import { type JobCaller, WorkerQueue } from '../../kit/work/worker-queue.ts';
import { MAX_INLINE_BODY_BYTES, withReportBody } from '../collector/index.ts';
import { CHUNK_SIZE, type PositionsJob, type PositionsResult, parsePositions } from './parse-positions.ts';
import type { PositionInput } from './positions.ts';
import { positionList } from './schemas.ts';

const MAX_POSITIONS_BODY_BYTES = 4 * 1024 * 1024;

/** The worker thread that reads large bodies. */
class PositionsReader extends WorkerQueue<PositionsJob, unknown[], PositionsResult> {
  constructor() {
    super('src/features/map/positions.worker.ts');
  }
}

/**
 * Reads and validates the positions of a body. Other requests run in between. Throws 400 or 415 as
 * `readJsonCharset` and `parsePositions` do, 400 for an invalid position, 413 for a body that is too large.
 */
export function readPositions(host: Host, call: Call): Promise<PositionInput[]> {
  return withReportBody(
    host,
    call,
    async (bytes, from) => {
      const job = jobOf(call.req, bytes);
      const sent =
        bytes.byteLength <= MAX_INLINE_BODY_BYTES ? parsePositions(job) : await readApart(host, job, from);
      const turn = call.createTimeSlice();
      const positions: PositionInput[] = [];
      for (let at = 0; at < sent.length; at += CHUNK_SIZE) {
        for (const position of parsePiece(sent.slice(at, at + CHUNK_SIZE), at)) positions.push(position);
        if (turn.isOver) await turn.next();
      }
      return positions;
    },
    MAX_POSITIONS_BODY_BYTES,
  );
}

/** Returns the input of the reader. A missing body is read as an empty object. */
const jobOf = (req: Request, bytes: Uint8Array): PositionsJob =>
  bytes.byteLength > 0
    ? { bytes, charset: readJsonCharset(req) }
    : { bytes: new TextEncoder().encode('{}'), charset: 'utf-8' };

async function readApart(host: Host, job: PositionsJob, from: JobCaller): Promise<unknown[]> {
  const positions: unknown[] = [];
  const { refused } = await host
    .getInstance(PositionsReader)
    .run(job, from, (piece) => positions.push(...piece));
  if (refused) throw new AppError(refused.kind, refused.message, refused.details);
  return positions;
}

/** Validates one piece, which begins at index `from` of the whole list. */
function parsePiece(piece: readonly unknown[], from: number): PositionInput[] {
  const result = positionList.safeParse(piece);
  if (result.success) return result.data;
  throw invalidFields(
    result.error.issues.map(({ path: [index, ...rest], message }): Issue => {
      const at = from + Number(index);
      return { path: ['positions', at, ...rest].join('.'), message };
    }),
  );
}
