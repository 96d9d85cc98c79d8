import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { resolveAllowedAddresses } from './outbound.ts';

interface PostJsonInput {
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /**
   * The time limit in milliseconds for the whole request: name lookup, connection, and the last byte of the
   * response.
   */
  ms: number;
  /** The maximum size of the response in bytes. */
  most: number;
  allowLoopback: boolean;
}

/** An error whose message contains no text of the remote server and can be shown to users. */
export class RemoteRequestError extends Error {}

/**
 * Posts JSON to a server whose URL is from a setting, and returns its JSON response. Rejects with a
 * `RemoteRequestError` for anything other than status 200 with JSON of at most `most` bytes in time. A failed
 * name lookup and a blocked address keep the errors of `resolveAllowedAddresses`. Follows no redirect, and
 * checks the address after the name lookup.
 */
export async function postJson(
  url: URL,
  { body, headers, ms, most, allowLoopback }: PostJsonInput,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(ms);
  // A rejected address keeps its own error message.
  const [address] = await inTime(resolveAllowedAddresses(url.hostname, allowLoopback), deadline);
  const text = JSON.stringify(body);
  const answer = await send(url, address!, text, { headers, deadline, most });
  try {
    return JSON.parse(answer);
  } catch {
    throw new RemoteRequestError('The response of the server is not JSON.');
  }
}

const timeoutError = () => new RemoteRequestError('The server did not respond in time.');

async function inTime<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const timeout = new Promise<never>((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(timeoutError()), { once: true });
  });
  timeout.catch(() => undefined);
  return Promise.race([work, timeout]);
}

interface SendOptions {
  headers?: Readonly<Record<string, string>>;
  deadline: AbortSignal;
  most: number;
}

function send(
  url: URL,
  address: string,
  body: string,
  { headers, deadline, most }: SendOptions,
): Promise<string> {
  const isTls = url.protocol === 'https:';
  const options: RequestOptions = {
    host: address,
    port: url.port || (isTls ? 443 : 80),
    path: url.pathname + url.search,
    method: 'POST',
    headers: {
      Host: url.host,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Accept: 'application/json',
      ...headers,
    },
    agent: false,
    rejectUnauthorized: true,
    ...(isTls && !isIP(url.hostname) ? { servername: url.hostname } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)(options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      if (response.statusCode !== 200) {
        end(new RemoteRequestError(`The server returned ${response.statusCode}.`));
        return;
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        chunks.push(chunk);
        if (size > most) end(new RemoteRequestError('The response of the server is too large.'));
      });
      response.on('error', () =>
        end(new RemoteRequestError('The server closed the connection during its response.')),
      );
      response.on('aborted', () =>
        end(new RemoteRequestError('The server closed the connection during its response.')),
      );
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
    const end = (cause: Error) => {
      reject(cause);
      request.destroy();
    };
    deadline.addEventListener('abort', () => end(timeoutError()), { once: true });
    request.on('error', (cause: { code?: unknown }) => end(new RemoteRequestError(reasonOf(cause.code))));
    request.end(body);
  });
}

/** Returns a message made from the error code alone, so that no text of the remote server is shown. */
function reasonOf(code: unknown): string {
  const errorCode = typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,48}$/.test(code) ? code : undefined;
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(errorCode ?? '');
  if (isCertificate) return `The certificate of the server is not trusted (${errorCode}).`;
  return `The server could not be reached${errorCode ? ` (${errorCode})` : ''}.`;
}
