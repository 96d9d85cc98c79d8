import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { resolveAllowedAddresses } from './outbound.ts';

/**
 * The time without traffic after which a request fails. The operating system buffers megabytes of a body at
 * once. Over a slow line, the response therefore comes long after the last chunk was accepted.
 */
const SILENCE_MS = 110_000;
/** Responses are short. A longer one is an error, also because parsing its XML takes quadratic time. */
const MAX_RESPONSE_BYTES = 64 * 1024;

type OutboundFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` for servers on the network of the plant, and on this server unless `allowLoopback` is
 * false. It connects to the address that was checked, so that the name cannot resolve to another one a moment
 * later. It trusts the PEM certificates in `ca`, which may be empty, in addition to the system and public
 * ones. It follows no redirect. A body must be text or bytes. It throws like `resolveAllowedAddresses`, after
 * 110 seconds of silence, and for a response over 64 KiB.
 */
export function fetchOutbound(ca: string, allowLoopback = true): OutboundFetch {
  const trusted = authorities(ca);
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const [address] = await resolveAllowedAddresses(url.hostname, allowLoopback);
    const answer = await send(url, address!, init, trusted);
    const { statusCode: status = 0, headers } = answer;
    const body = await readAnswer(answer);
    const isEmpty = status === 204 || status === 304 || init.method === 'HEAD';
    return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: flattenHeaders(headers) });
  };
}

function send(url: URL, address: string, init: RequestInit, trusted: string[]): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const body = init.body as string | Uint8Array | null | undefined;
  const headers = Object.fromEntries(new Headers(init.headers));
  const request = (isSecure ? httpsRequest : httpRequest)(
    {
      host: address,
      port: url.port || (isSecure ? 443 : 80),
      path: url.pathname + url.search,
      method: init.method ?? 'GET',
      headers: { ...headers, host: url.host, 'content-length': body ? Buffer.byteLength(body) : 0 },
      agent: false,
      ...(init.signal && { signal: init.signal }),
      ...(isSecure && { ca: trusted }),
      ...(isSecure && !isIP(url.hostname) && { servername: url.hostname }),
    },
    resolve,
  );
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error('The server did not respond in time.')));
  request.on('error', reject);
  request.end(body ?? undefined);
  return promise;
}

/** Returns the trusted certificates. Older versions of Node.js cannot read those of the system. */
const authorities = (ca: string): string[] => [
  ...tls.rootCertificates,
  ...(tls.getCACertificates?.('system') ?? []),
  ...(ca === '' ? [] : [ca]),
];

async function readAnswer(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('The response of the server is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const flattenHeaders = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
