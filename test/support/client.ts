// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Any = any;

export interface ClientResponse {
  status: number;
  /** `data` of the envelope, or the text of any other response. */
  data: Any;
  /** `data.error` of an error response. */
  error: Any;
  meta: Any;
  headers: Headers;
  text: string;
}

type Check = (method: string, path: string, status: number, body: unknown) => void;

/** Sends requests to a site as one caller. Every JSON response is checked against the OpenAPI document. */
export class Client {
  constructor(
    readonly url: string,
    private readonly check: Check,
    readonly headers: Record<string, string> = {},
    readonly session: Any = undefined,
    /** The TLS options of `fetch`. */
    private readonly trusted: object = {},
  ) {}

  /** Returns a client of the same site with additional headers, for example a token. */
  with(headers: Record<string, string>): Client {
    return new Client(this.url, this.check, { ...this.headers, ...headers }, this.session, this.trusted);
  }

  bearer(token: string): Client {
    return this.with({ authorization: `Bearer ${token}` });
  }

  async signIn(username: string, password: string): Promise<Client> {
    const login = await this.post('/api/auth/login', { username, password });
    if (login.status !== 200) throw new Error(`${username} could not sign in: ${login.text}`);
    return new Client(
      this.url,
      this.check,
      { authorization: `Bearer ${login.data.access_token}` },
      login.data,
      this.trusted,
    );
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: unknown) => this.send('POST', path, body);
  put = (path: string, body?: unknown) => this.send('PUT', path, body);
  patch = (path: string, body?: unknown) => this.send('PATCH', path, body);
  delete = (path: string, body?: unknown) => this.send('DELETE', path, body);

  /** Sends a form with files. */
  upload = (path: string, form: FormData) => this.raw('POST', path, form);

  send(method: string, path: string, body?: unknown): Promise<ClientResponse> {
    if (body === undefined) return this.raw(method, path);
    return this.with({ 'content-type': 'application/json' }).raw(method, path, JSON.stringify(body));
  }

  /** Sends the body unchanged. */
  async raw(method: string, path: string, body?: RequestInit['body']): Promise<ClientResponse> {
    const response = await fetch(this.url + path, {
      method,
      headers: this.headers,
      body,
      redirect: 'manual',
      ...this.trusted,
      // Node.js requires this for a stream as the body.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    const parsed = isJson ? JSON.parse(text) : undefined;
    if (parsed) this.check(method, path.split('?')[0]!, response.status, parsed);
    const { status } = response;
    const failure = `${method} ${path} answered ${status}: ${parsed?.data?.error?.message ?? text.slice(0, 200)}`;
    return {
      status,
      // Without this, a test that reads the record of a failed request would report a misleading error.
      get data() {
        if (status === 500) throw new Error(failure);
        return parsed?.data ?? text;
      },
      error: parsed?.data?.error,
      meta: parsed?.meta,
      headers: response.headers,
      text,
    };
  }
}
