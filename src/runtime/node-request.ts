import type { IncomingMessage } from 'node:http';
import { createBodyStream, type Exchange } from './node-body.ts';

/** The framework cannot read short host names such as `pc` in an address; the true one is in the header Host. */
const ORIGIN = 'https://appliance.invalid';

/** Those that the platform's Request does not take. */
const UNUSUAL = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** The path and the query as they were sent; undefined for what is no address here, such as `*`. */
export function requestTargetOf({ url = '' }: IncomingMessage): string | undefined {
  const target = url.replace(/^https?:\/\/[^/?#]+/i, '');
  return target.startsWith('/') ? target : undefined;
}

/** The request as the application reads it. Its body arrives no faster than it is read. */
export function buildRequest(exchange: Exchange, target: string): Request {
  const { incoming } = exchange;
  const method = incoming.method ?? 'GET';
  const init: RequestInit & { duplex: 'half' } = {
    method: UNUSUAL.has(method) ? 'OPTIONS' : method,
    headers: headersOf(incoming),
    body: mayHaveBody(incoming) ? createBodyStream(exchange) : null,
    duplex: 'half',
    signal: leaving(exchange),
  };
  const request = new Request(ORIGIN, init);
  // As it was sent: made into a URL, `/x/%2e%2e/y` would be `/y` before the routes have seen it.
  Object.defineProperty(request, 'url', { value: ORIGIN + target });
  if (UNUSUAL.has(method)) Object.defineProperty(request, 'method', { value: method });
  return request;
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.push([rawHeaders[index]!, rawHeaders[index + 1]!]);
  return headers;
}

function mayHaveBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Fires when the caller is gone before his answer is. */
function leaving({ outgoing }: Exchange): AbortSignal {
  const left = new AbortController();
  outgoing.once('close', () => outgoing.writableFinished || left.abort());
  return left.signal;
}
