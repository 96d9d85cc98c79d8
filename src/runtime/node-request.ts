import type { IncomingMessage } from 'node:http';
import { createBodyStream, type Exchange } from './node-body.ts';

/**
 * The origin of request URLs. The framework cannot parse short host names such as `pc`; the actual host is in
 * the header Host.
 */
const ORIGIN = 'https://appliance.invalid';

/** Methods that the Request class does not support. */
const UNUSUAL = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Returns the path and the query of a request, without scheme and host; undefined for any other target, such
 * as `*`.
 */
export function requestTargetOf({ url = '' }: IncomingMessage): string | undefined {
  const target = url.replace(/^https?:\/\/[^/?#]+/i, '');
  return target.startsWith('/') ? target : undefined;
}

/** Returns the request for the application. Its body arrives only as fast as it is read. */
export function buildRequest(exchange: Exchange, target: string): Request {
  const { incoming } = exchange;
  const method = incoming.method ?? 'GET';
  const init: RequestInit & { duplex: 'half' } = {
    method: UNUSUAL.has(method) ? 'OPTIONS' : method,
    headers: headersOf(incoming),
    body: mayHaveBody(incoming) ? createBodyStream(exchange) : null,
    duplex: 'half',
    signal: createDisconnectSignal(exchange),
  };
  const request = new Request(ORIGIN, init);
  // The URL is set as sent. Parsing would turn `/x/%2e%2e/y` into `/y` before the routes see it.
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

/** Returns a signal that aborts when the caller disconnects before the response is complete. */
function createDisconnectSignal({ outgoing }: Exchange): AbortSignal {
  const left = new AbortController();
  outgoing.once('close', () => outgoing.writableFinished || left.abort());
  return left.signal;
}
