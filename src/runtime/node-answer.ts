import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Exchange } from './node-body.ts';
import { bytesOf, findFileRange } from './node-files.ts';

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Piece = Awaited<ReturnType<Reader['read']>>;

/**
 * Sends the response at the speed of the caller. Throws when its body fails or the caller disconnects
 * meanwhile.
 */
export async function sendResponse(response: Response, request: Request, exchange: Exchange): Promise<void> {
  const { outgoing, waits } = exchange;
  const part = await findFileRange(response, request);
  // A body that is too large gets its response while it arrives, and the caller may have disconnected.
  if (outgoing.headersSent || outgoing.destroyed) return response.body?.cancel();
  // A caller that waits for 100-continue may or may not send its body, so the connection cannot be reused.
  if (waits) outgoing.shouldKeepAlive = false;
  outgoing.statusCode = part?.status ?? response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  for (const [name, value] of Object.entries(part?.headers ?? {})) outgoing.setHeader(name, value);
  if (!part) await sendBody(response.body, request, outgoing);
  else if (request.method === 'HEAD' || part.start > part.end) outgoing.end();
  else await pipeline(bytesOf(part.path, part.start, part.end), outgoing);
}

async function sendBody(
  body: ReadableStream<Uint8Array> | null,
  { method }: Request,
  outgoing: ServerResponse,
): Promise<void> {
  if (!body) return void outgoing.end();
  const reader: Reader = body.getReader();
  // A failed body has reported its error to its reader already.
  outgoing.once('close', () => reader.cancel().catch(() => undefined));
  const first = await reader.read();
  const following = reader.read();
  // Most bodies are a single chunk, whose length can be sent. Other bodies are sent at once, without a
  // length.
  const second = await Promise.race([following, nextTurn(undefined)]);
  if (first.done || second?.done) {
    outgoing.setHeader('content-length', first.value?.byteLength ?? 0);
    outgoing.end(method === 'HEAD' ? undefined : first.value);
  } else if (method === 'HEAD') {
    outgoing.end();
  } else await pipeline(pieces(first, following, reader), outgoing);
}

async function* pieces(first: Piece, following: Promise<Piece>, reader: Reader): AsyncGenerator<Uint8Array> {
  for (let piece = first, next = following; !piece.done; piece = await next, next = reader.read())
    yield piece.value;
}
