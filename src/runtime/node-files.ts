import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The part of a file that an answer has: from the first byte to the last one, both included. */
export interface FileRange {
  path: string;
  status: number;
  start: number;
  end: number;
  headers: Record<string, string>;
}

const CHUNK = 256 * 1024;
const paths = new WeakMap<Response, string>();

/** The file as an answer. Its body is read from the disk as it is wanted; the listener knows where it lies. */
export function fileResponse(path: string, headers: Headers): Response {
  const response = new Response(lazily(path), { headers });
  paths.set(response, path);
  return response;
}

/** For whoever reads the answer itself; nothing is opened before the first byte is asked for. */
function lazily(path: string): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        chunks ??= bytesOf(path, 0)[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void chunks?.return?.(),
    },
    { highWaterMark: 0 },
  );
}

/** The bytes of a file from `start` to `end`. */
export const bytesOf = (path: string, start: number, end?: number): AsyncIterable<Uint8Array> =>
  createReadStream(path, { start, end, highWaterMark: CHUNK });

/** What of its file the answer sends to this request; undefined for an answer that is no file. */
export async function findFileRange(response: Response, request: Request): Promise<FileRange | undefined> {
  const path = paths.get(response);
  if (path === undefined) return undefined;
  const { size } = await stat(path);
  const whole = { path, status: response.status, start: 0, end: size - 1, headers: length(size) };
  const asked = request.method === 'GET' && isCurrent(request, response) ? rangeOf(request) : undefined;
  if (!asked || response.status !== 200) return whole;
  const [start, end] = cut(asked, size);
  const headers = { 'accept-ranges': 'bytes', 'content-range': `bytes ${start}-${end}/${size}` };
  if (start <= end)
    return { path, status: 206, start, end, headers: { ...headers, ...length(end - start + 1) } };
  return {
    path,
    status: 416,
    start: 0,
    end: -1,
    headers: { ...headers, 'content-range': `bytes */${size}`, ...length(0) },
  };
}

const length = (bytes: number): Record<string, string> => ({ 'content-length': String(bytes) });

/** With If-Range, the part is wanted only of the very file that the caller has begun. */
function isCurrent(request: Request, response: Response): boolean {
  const known = request.headers.get('if-range');
  return known === null || known === response.headers.get('etag');
}

type Asked = { first: number; last: number } | { suffix: number };

/** One range of bytes; of any other unit, of several and of nonsense there is no part (RFC 9110, 14.2). */
function rangeOf(request: Request): Asked | undefined {
  const [, first = '', last = ''] =
    /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.trim() ?? '') ?? [];
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  const asked = { first: Number(first), last: last === '' ? Number.POSITIVE_INFINITY : Number(last) };
  return asked.first <= asked.last ? asked : undefined;
}

/** The first byte and the last one; the first is the greater where there is nothing to send. */
function cut(asked: Asked, size: number): [start: number, end: number] {
  if ('suffix' in asked) return [Math.max(0, size - asked.suffix), asked.suffix === 0 ? -1 : size - 1];
  return [asked.first, Math.min(asked.last, size - 1)];
}
