import { ApiError } from '../api/api-error.ts';
import { apiUrl } from '../api/base-path.ts';
import { type Envelope, toApiError } from '../api/client.ts';

/**
 * Time limit of a request in milliseconds. After a longer wait, a worker would think that the kiosk is
 * broken.
 */
const PATIENCE_MS = 5000;

/**
 * Calls routes below `/api` with the token of a kiosk. Throws `ApiError`, with status 0 when there is no
 * response within five seconds.
 */
export interface KioskClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
}

/** Creates a client that sends the token of the kiosk. Its calls reject with `ApiError`. */
export function createKioskClient(token: string): KioskClient {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(apiUrl(path), {
      method,
      headers: { 'x-kiosk-token': token, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => {
      throw new ApiError(0, 'NETWORK', 'The appliance does not respond.');
    });
    const answer = (await response.json().catch(() => null)) as Envelope<T> | null;
    if (!response.ok || answer === null) throw toApiError(response, answer);
    return answer.data;
  };
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) };
}

/**
 * Reports whether a request may succeed later: without a response, after a temporary error, or after a
 * rejected token, which an admin may enable again.
 */
export const isRetryable = ({ status }: ApiError): boolean =>
  status === 0 || status >= 500 || status === 401 || status === 408 || status === 429;
