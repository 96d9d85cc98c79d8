import { ApiError } from './api-error.ts';
import { apiUrl, type QueryValue } from './base-path.ts';
import { type ApiAnswer, type Envelope, toApiError } from './client.ts';
import { getAccessToken } from './session.ts';

/**
 * Returns a form with fields and one file. The fields come first, so that the server knows them when the file
 * arrives.
 */
export function createFileForm(file: File, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file, file.name);
  return form;
}

export interface UploadOptions {
  query?: Record<string, QueryValue>;
  headers?: Record<string, string>;
  /** Called with the share that has been sent, from 0 to 1. It is not called while the size is unknown. */
  onProgress?: (share: number) => void;
  /** Cancels the upload. The server rolls back its work, or receives nothing if the upload has not started. */
  signal?: AbortSignal;
}

/**
 * Posts a form, or one file as `application/octet-stream`, and reports the progress. Throws `ApiError` for an
 * error status or an answer that is not JSON. After an interruption (`NETWORK`) or an abort (`CANCELLED`), its
 * status is 0. Unlike `request`, `upload` does not renew the token after a 401.
 */
export async function upload<T>(
  path: string,
  content: FormData | File,
  { query, headers = {}, onProgress, signal }: UploadOptions = {},
): Promise<ApiAnswer<T>> {
  const token = await getAccessToken();
  if (signal?.aborted) throw canceledError();
  const sent = await new Promise<XMLHttpRequest>((resolve, reject) => {
    const http = new XMLHttpRequest();
    http.open('POST', apiUrl(path, query));
    http.setRequestHeader('accept', 'application/json');
    if (token) http.setRequestHeader('authorization', `Bearer ${token}`);
    if (content instanceof File) http.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) http.setRequestHeader(name, value);
    http.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    http.onload = () => resolve(http);
    http.onerror = () =>
      reject(new ApiError(0, 'NETWORK', 'The upload was interrupted. Check the network, then try again.'));
    signal?.addEventListener('abort', () => http.abort());
    http.onabort = () => reject(canceledError());
    http.send(content);
  });
  const body = parseEnvelope<T>(sent.responseText);
  if (sent.status < 200 || sent.status > 299 || body === null) {
    const headers = { get: (name: string) => sent.getResponseHeader(name) };
    throw toApiError({ status: sent.status, headers }, body);
  }
  return {
    data: body.data,
    pagination: body.meta?.pagination,
    auditid: sent.getResponseHeader('x-audit-id'),
    isAccepted: sent.status === 202,
  };
}

const canceledError = () => new ApiError(0, 'CANCELLED', 'The upload was canceled. Nothing was saved.');

function parseEnvelope<T>(text: string): Envelope<T> | null {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return null;
  }
}
