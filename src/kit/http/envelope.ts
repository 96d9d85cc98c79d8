import type { AppError } from '../errors.ts';
import { Page } from './page.ts';

const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // URLs can contain a secret.
  'Referrer-Policy': 'no-referrer',
};

/**
 * Returns a response with the success envelope. A `Page` becomes its data and `meta.pagination`, and
 * undefined becomes null.
 */
export function successResponse(
  data: unknown,
  requestid: string,
  now: Date,
  status: number,
  headers: Record<string, string>,
): Response {
  const meta: Record<string, unknown> = { timestamp: now.toISOString(), requestid };
  let payload = data;
  if (data instanceof Page) {
    payload = data.data;
    meta.pagination = data.pagination;
  }
  const body = JSON.stringify({ status: 'success', data: payload ?? null, meta });
  return new Response(body, { status, headers: { ...JSON_HEADERS, 'X-Request-Id': requestid, ...headers } });
}

/**
 * Returns a response with the error envelope, the header `Retry-After` of the error, and for a 401
 * `challenge` in the header `WWW-Authenticate`.
 */
export function errorResponse(error: AppError, requestid: string, now: Date, challenge = 'Bearer'): Response {
  const { code, message, details, status, retryAfter } = error;
  const body = JSON.stringify({
    status: 'error',
    data: { error: { code, message, ...(details ? { details } : {}) } },
    meta: { timestamp: now.toISOString(), requestid },
  });
  const headers: Record<string, string> = { ...JSON_HEADERS, 'X-Request-Id': requestid };
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  if (status === 401) headers['WWW-Authenticate'] = challenge;
  return new Response(body, { status, headers });
}
