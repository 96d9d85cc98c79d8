import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The part of a file in a response, from the first to the last byte, inclusive. */
export interface FileRange {
  path: string;
  status: number;
  start: number;
  end: number;
  headers: Record<string, string>;
}

const CHUNK = 256 * 1024;
const paths = new WeakMap<Response, string>();

/**
 * Returns a response with the content of a file, which is read from the disk on demand. `findFileRange`
 * recognizes the response and reads the path again.
 */
export function fileResponse(path: string, headers: Headers): Response {
  const response = new Response(openLazily(path), { headers });
  paths.set(response, path);
  return response;
}

/** Returns a stream for code that reads the response itself. It opens the file at the first read. */
function openLazily(path: string): ReadableStream<Uint8Array> {
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

/** Reads a file from byte `start` to byte `end`, inclusive; to its end by default. */
export const bytesOf = (path: string, start: number, end?: number): AsyncIterable<Uint8Array> =>
  createReadStream(path, { start, end, highWaterMark: CHUNK });

/**
 * Returns the part of the file that the response to this request contains; undefined when the response is not
 * a file.
 */
export async function findFileRange(response: Response, request: Request): Promise<FileRange | undefined> {
  const path = paths.get(response);
  if (path === undefined) return undefined;
  const { size } = await stat(path);
  const whole = { path, status: response.status, start: 0, end: size - 1, headers: length(size) };
  const range = request.method === 'GET' && isCurrent(request, response) ? rangeOf(request) : undefined;
  if (!range || response.status !== 200) return whole;
  const [start, end] = resolveRange(range, size);
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

/**
 * Reports whether a part of the file may be sent: without an If-Range header, or when the file still has the
 * version that it names.
 */
function isCurrent(request: Request, response: Response): boolean {
  const ifRange = request.headers.get('if-range');
  return ifRange === null || ifRange === response.headers.get('etag');
}

type ByteRange = { first: number; last: number } | { suffix: number };

/** Returns a single byte range. Other units, several ranges and invalid ones are ignored (RFC 9110, 14.2). */
function rangeOf(request: Request): ByteRange | undefined {
  const [, first = '', last = ''] =
    /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.trim() ?? '') ?? [];
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  const range = { first: Number(first), last: last === '' ? Number.POSITIVE_INFINITY : Number(last) };
  return range.first <= range.last ? range : undefined;
}

/** Returns the first and the last byte. The first is greater than the last when there is nothing to send. */
function resolveRange(range: ByteRange, size: number): [start: number, end: number] {
  if ('suffix' in range) return [Math.max(0, size - range.suffix), range.suffix === 0 ? -1 : size - 1];
  return [range.first, Math.min(range.last, size - 1)];
}
