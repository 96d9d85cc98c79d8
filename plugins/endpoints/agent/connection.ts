import { createHash, X509Certificate } from 'node:crypto';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

const CONNECT_MS = 10_000;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/**
 * Age at which a connection is replaced, so that its certificate is checked again. It may be idle once before
 * its age is checked, so a request may still use a connection that is two minutes old.
 */
const OLDEST_MS = 90_000;
/** Time after which the server closes an idle connection. */
const IDLE_MS = 30_000;

/** Error for a server with a key that this agent does not trust. No data were sent to it. */
export class UntrustedServerError extends Error {}

/** Returns the pin of a certificate: the SHA-256 of its public key in base64. */
export const keyPinOf = (certificate: Buffer): string =>
  createHash('sha256')
    .update(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

type Done = (error: Error | null, socket: Duplex) => void;

/** Pool of connections to one server. Each certificate is checked before the first byte is sent. */
class PinnedConnections extends http.Agent {
  private readonly began = new WeakMap<Duplex, number>();

  constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly pins: () => readonly string[],
    private readonly oldest: number,
  ) {
    super({ keepAlive: true, maxSockets: 4 });
  }

  override createConnection(_options: unknown, done: Done = () => undefined): undefined {
    const { host, port } = this;
    const socket = tls.connect({
      host,
      port,
      // Without pins, the certificate authorities of this PC decide.
      rejectUnauthorized: this.pins().length === 0,
      minVersion: 'TLSv1.2',
      servername: nameOf(host),
    });
    const late = setTimeout(() => socket.destroy(new Error('The appliance does not respond.')), CONNECT_MS);
    socket.once('error', (error) => {
      clearTimeout(late);
      done(error, socket);
    });
    socket.once('secureConnect', () => {
      clearTimeout(late);
      const { raw } = socket.getPeerCertificate();
      const pins = this.pins();
      if (pins.length === 0 || pins.includes(keyPinOf(raw))) {
        this.began.set(socket, performance.now());
        done(null, socket);
        return;
      }
      socket.destroy();
      done(
        new UntrustedServerError(
          `The appliance presented the key ${keyPinOf(raw)}, which this PC does not trust.`,
        ),
        socket,
      );
    });
    return undefined;
  }

  /** Called when a request is finished. A connection past its maximum age takes no further request. */
  override keepSocketAlive(socket: Duplex): boolean {
    super.keepSocketAlive(socket);
    return performance.now() - (this.began.get(socket) ?? 0) < this.oldest;
  }
}

/** Returns the TLS server name. TLS has none for an IP address. */
const nameOf = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);

export interface ApplianceRequest {
  method?: 'GET' | 'POST';
  body?: unknown;
  /** Fields and named files, sent instead of a JSON body. */
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds without any data after which the request fails; default 30 s. A poll needs more. */
  ms?: number;
  signal?: AbortSignal;
  /** Maximum size of the answer in bytes; default 4 MiB. */
  maxBytes?: number;
}

export interface ApplianceResponse {
  status: number;
  /** Seconds from `Retry-After`, or 0. */
  retryAfter: number;
  data: unknown;
  code: string | undefined;
  message: string | undefined;
}

/** Connection of the agent to its one server. */
export class Connection {
  private readonly agent: http.Agent;
  private readonly url: URL;
  private swapUntil = 0;

  /**
   * `pins` is called for each new connection, because the pins may change. `oldest` is the maximum age of a
   * connection in milliseconds.
   */
  constructor(
    server: string,
    private readonly pins: () => readonly string[],
    private readonly oldest = OLDEST_MS,
  ) {
    this.url = new URL(server);
    this.agent = this.connections();
  }

  private connections(): http.Agent {
    const { protocol, hostname, port } = this.url;
    return protocol === 'http:'
      ? new http.Agent({ keepAlive: true, maxSockets: 4 })
      : new PinnedConnections(hostname.replace(/^\[|\]$/g, ''), Number(port || 443), this.pins, this.oldest);
  }

  /**
   * Sends a request for a path below `/api` and resolves with any answer, also an error. Rejects when there
   * is none, it is too large or not JSON, or the server is not trusted.
   */
  request(path: string, options: ApplianceRequest = {}): Promise<ApplianceResponse> {
    return this.throughSwap(options, async (agent) =>
      readAnswer(await this.send(path, options, agent), options.maxBytes),
    );
  }

  /**
   * Repeats a request once when the server may have changed its key during it. While another key is
   * announced, the server closes its connections on that change. The repeated request uses a new connection,
   * because all pooled ones may have the previous key.
   */
  private async throughSwap<T>(
    { signal }: ApplianceRequest,
    call: (agent: http.Agent) => Promise<T>,
  ): Promise<T> {
    const { isSwapping } = this;
    try {
      return await call(this.agent);
    } catch (cause) {
      if (!isSwapping || signal?.aborted || !isClosed(cause)) throw cause;
    }
    const fresh = this.connections();
    try {
      return await call(fresh);
    } finally {
      fresh.destroy();
    }
  }

  /**
   * True while another key is announced, or was so recently that connections with the previous key may
   * remain.
   */
  private get isSwapping(): boolean {
    if (this.pins().length > 1) this.swapUntil = performance.now() + this.oldest + IDLE_MS;
    return performance.now() < this.swapUntil;
  }

  private async send(
    path: string,
    options: ApplianceRequest,
    agent: http.Agent,
  ): Promise<http.IncomingMessage> {
    const { method = 'GET', headers, ms = 30_000, signal } = options;
    const sent = await sentOf(options);
    const { pathname, hostname, port, host } = this.url;
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent,
          method,
          hostname,
          port,
          path: `${pathname.replace(/\/+$/, '')}/api${path}`,
          signal,
          headers: {
            host,
            accept: 'application/json',
            ...(sent && { 'content-type': sent.type, 'content-length': String(sent.bytes.byteLength) }),
            ...headers,
          },
        },
        resolve,
      );
      request.setTimeout(ms, () => request.destroy(new Error('The appliance does not respond.')));
      request.on('error', reject);
      request.end(sent?.bytes);
    });
  }

  /**
   * Streams an answer that is too large for memory to a callback, which may throw. Returns undefined for
   * status 200, else the answer of the server, of which the callback gets nothing.
   */
  async read(
    path: string,
    options: Pick<ApplianceRequest, 'headers' | 'ms' | 'signal'>,
    onChunk: (chunk: Buffer) => void,
  ): Promise<ApplianceResponse | undefined> {
    const response = await this.throughSwap(options, (agent) => this.send(path, options, agent));
    if (response.statusCode !== 200) return readAnswer(response);
    for await (const chunk of response as AsyncIterable<Buffer>) onChunk(chunk);
    return undefined;
  }

  close(): void {
    this.agent.destroy();
  }
}

async function sentOf({
  body,
  form,
}: ApplianceRequest): Promise<{ type: string; bytes: Buffer } | undefined> {
  if (body !== undefined) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
  if (!form) return undefined;
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type')!, bytes: Buffer.from(await encoded.arrayBuffer()) };
}

/** Reports whether the server closed the connection, or has another key than before. */
const isClosed = (cause: unknown): boolean =>
  cause instanceof UntrustedServerError ||
  ['ECONNRESET', 'EPIPE'].includes((cause as { code?: string }).code ?? '');

async function readAnswer(
  response: http.IncomingMessage,
  most = MAX_RESPONSE_BYTES,
): Promise<ApplianceResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > most) throw new Error('The response of the appliance is too large.');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const body =
    text === '' ? {} : (JSON.parse(text) as { data?: { error?: { code: string; message: string } } });
  const error = body.data?.error;
  return {
    status: response.statusCode ?? 0,
    retryAfter: Number(response.headers['retry-after'] ?? 0) || 0,
    data: body.data ?? null,
    code: error?.code,
    message: error?.message,
  };
}
