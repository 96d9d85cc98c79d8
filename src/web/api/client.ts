import { ApiError, type ApiErrorDetails } from './api-error.ts';
import { apiUrl, type QueryValue } from './base-path.ts';
import { queryClient } from './query-client.ts';
import { getAccessToken, renewAccess } from './session.ts';

export interface Pagination {
  page: number;
  perpage: number;
  total: number;
  pages: number;
}

export interface ApiAnswer<T> {
  data: T;
  /** Page and number of rows of a paged list; absent for other answers. */
  pagination?: Pagination;
  /** ID of the audit row of a change that this user may undo; otherwise null. */
  auditid: string | null;
  /** True for status 202: the work continues after the response. */
  isAccepted: boolean;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  query?: Record<string, QueryValue>;
  /** Sent as JSON, or unchanged when it is `FormData`. */
  body?: unknown;
  signal?: AbortSignal;
}

export interface Envelope<T> {
  data: T & { error?: { code: string; message: string; details?: ApiErrorDetails } };
  meta?: { pagination?: Pagination; requestid?: string };
}

/**
 * Calls a route below `/api` with the token of the session, which a 401 renews once. Throws `ApiError` for an
 * error status and for a missing or unreadable response. An aborted `signal` rejects with the abort error.
 */
export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<ApiAnswer<T>> {
  const response = await send(method, path, options);
  const body = (await response.json().catch(() => null)) as Envelope<T> | null;
  if (!response.ok || body === null) throw toApiError(response, body);
  // Any write can add a row to a tab of the open asset.
  if (method !== 'GET') void queryClient.invalidateQueries({ queryKey: ['tabcounts'] });
  return {
    data: body.data,
    pagination: body.meta?.pagination,
    auditid: response.headers.get('x-audit-id'),
    isAccepted: response.status === 202,
  };
}

/** Returns the data of a GET request. Throws like `request`. */
export async function get<T>(
  path: string,
  query?: Record<string, QueryValue>,
  signal?: AbortSignal,
): Promise<T> {
  return (await request<T>('GET', path, { query, signal })).data;
}

/**
 * Returns the body of a GET request that is not JSON, for example a CSV export. Throws like `requestFile`.
 */
export const getBlob = async (path: string, query?: Record<string, QueryValue>): Promise<Blob> =>
  (await requestFile('GET', path, { query })).blob;

/** A file in a response. */
export interface ReceivedFile {
  blob: Blob;
  /** File name from the server; empty without one. */
  filename: string;
}

/** Calls a route that returns a file. Throws `ApiError` for an error status and for a missing response. */
export async function requestFile(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<ReceivedFile> {
  const response = await send(method, path, options);
  if (!response.ok)
    throw toApiError(response, (await response.json().catch(() => null)) as Envelope<unknown> | null);
  const [, filename = ''] =
    /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { blob: await response.blob(), filename };
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const token = await getAccessToken();
  const first = await sendOnce(method, path, options, token);
  if (first.status !== 401 || token === null) return first;
  // The server rejected the token: the local clock may be wrong, or the token was revoked. One renewal
  // decides which.
  const renewed = await renewAccess();
  return renewed === null ? first : sendOnce(method, path, options, renewed);
}

async function sendOnce(method: Method, path: string, options: RequestOptions, token: string | null) {
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  const form = options.body instanceof FormData;
  if (options.body !== undefined && !form) headers.set('content-type', 'application/json');
  const body = form
    ? (options.body as FormData)
    : options.body === undefined
      ? undefined
      : JSON.stringify(options.body);
  try {
    return await fetch(apiUrl(path, options.query), { method, headers, body, signal: options.signal });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, 'NETWORK', 'The appliance does not respond. Check the network, then try again.');
  }
}

/** Returns the error of a response. Without an error in its envelope the code is `UNREADABLE`. */
export function toApiError(
  response: { status: number; headers: Pick<Headers, 'get'> },
  body: Envelope<unknown> | null,
): ApiError {
  const error = body?.data?.error;
  const retry = Number(response.headers.get('retry-after'));
  return new ApiError(
    response.status,
    error?.code ?? 'UNREADABLE',
    error?.message ?? `The appliance returned status ${response.status} without a message.`,
    error?.details,
    body?.meta?.requestid ?? response.headers.get('x-request-id'),
    Number.isFinite(retry) && retry > 0 ? retry : null,
  );
}
