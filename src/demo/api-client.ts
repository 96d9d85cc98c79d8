import { setTimeout as delay } from 'node:timers/promises';
import type { FetchExtras } from '#runtime';
import { errorMessageOf } from '../kit/error-message.ts';
/**
 * Error response of the server; `message` names the request and the response. Status 0 is a server that
 * cannot be reached.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface ApiCredentials {
  token?: string;
  username?: string;
  password?: string;
}

export type ApiRecord = Record<string, unknown>;

interface Envelope {
  data?: unknown;
  meta?: { pagination?: { pages?: number } };
}

/** Sends a request, as `fetch` does. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

const TRIES = 4;

/** Returns a function that sends requests under a request ID. */
export const withRequestId =
  (requestid: string, send: SendRequest = fetch): SendRequest =>
  (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('X-Request-Id', requestid);
    return send(url, { ...init, headers });
  };

/**
 * Client of the public HTTP API that unpacks envelopes and throws an `ApiFailure` for errors. Retries
 * responses 429 and 503 up to three times, except sign-ins. Signs in again once after a 401.
 */
export class ApiClient {
  private bearer: string | undefined;
  private readonly base: string;

  constructor(
    url: string,
    private readonly credentials: ApiCredentials,
    private readonly options: FetchExtras = {},
    private readonly request: SendRequest = fetch,
  ) {
    this.base = url.replace(/\/+$/, '');
    this.bearer = credentials.token;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiRecord> {
    return this.send('GET', path, undefined, headers) as Promise<ApiRecord>;
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiRecord> {
    return this.send('POST', path, body, headers) as Promise<ApiRecord>;
  }

  put(path: string, body: unknown): Promise<ApiRecord> {
    return this.send('PUT', path, body) as Promise<ApiRecord>;
  }

  delete(path: string): Promise<unknown> {
    return this.send('DELETE', path);
  }

  /** Yields all rows of a list, page by page. */
  async *list(path: string): AsyncGenerator<ApiRecord> {
    const joint = path.includes('?') ? '&' : '?';
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data, meta } = await this.call('GET', `${path}${joint}per_page=100&page=${page}`);
      pages = meta?.pagination?.pages ?? 1;
      yield* data as ApiRecord[];
    }
  }

  /** Signs in with the username and password, if set. A token needs no sign-in. */
  async login(): Promise<void> {
    const { username, password } = this.credentials;
    if (username === undefined) return;
    this.bearer = undefined;
    const { access_token } = await this.post('/api/auth/login', { username, password });
    this.bearer = String(access_token);
  }

  /** Sends a request and returns the data of the envelope. Bytes are sent raw, any other body as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    return (await this.call(method, path, body, headers)).data;
  }

  private async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Envelope> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.fetchOnce(method, path, body, headers);
      if (response.ok) return (await response.json()) as Envelope;
      const mayRetry = attempt < TRIES && !path.endsWith('/login');
      if (mayRetry && (response.status === 429 || response.status === 503)) {
        await delay(Math.min(60, Number(response.headers.get('retry-after') ?? attempt)) * 1000);
      } else if (mayRetry && attempt === 1 && response.status === 401 && this.mayLogInAgain(headers)) {
        await this.login();
      } else throw await failureOf(method, path, response);
    }
  }

  /**
   * Reports whether to sign in again after a 401. An access token expires, by default after half an hour, and
   * loading a large plant takes longer.
   */
  private mayLogInAgain(headers: Record<string, string>): boolean {
    return (
      this.credentials.username !== undefined &&
      this.bearer !== undefined &&
      headers['X-API-Key'] === undefined
    );
  }

  private async fetchOnce(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> {
    const isRaw = body instanceof Uint8Array;
    const sent: Record<string, string> = { Accept: 'application/json', ...headers };
    if (body !== undefined) sent['Content-Type'] ??= 'application/json';
    // An X-API-Key authenticates the request by itself.
    if (this.bearer && headers['X-API-Key'] === undefined) sent.Authorization = `Bearer ${this.bearer}`;
    const { request } = this;
    try {
      return await request(this.base + path, {
        method,
        headers: sent,
        body:
          body === undefined ? undefined : isRaw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
        signal: AbortSignal.timeout(120_000),
        ...this.options,
      });
    } catch (error) {
      const reason = errorMessageOf(error);
      throw new ApiFailure(0, 'UNREACHABLE', `${this.base} cannot be reached: ${reason}`);
    }
  }
}

async function failureOf(method: string, path: string, response: Response): Promise<ApiFailure> {
  const text = await response.text();
  let code = 'UNKNOWN';
  let message = text.slice(0, 200);
  try {
    const error = (
      JSON.parse(text) as { data?: { error?: { code?: string; message?: string; details?: unknown } } }
    ).data?.error;
    code = error?.code ?? code;
    message = [error?.message ?? message, error?.details && JSON.stringify(error.details)]
      .filter(Boolean)
      .join(' ');
  } catch {
    message = message || 'no message';
  }
  return new ApiFailure(
    response.status,
    code,
    `${method} ${path.split('?')[0]} returned ${response.status} ${code}: ${message}`,
  );
}
