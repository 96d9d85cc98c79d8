import { isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { CertificatePair } from './certificate-check.ts';

type Server = Bun.Server<undefined>;
type Handler = (request: Request, server: Server) => Response | Promise<Response>;

export interface ListenOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Absent: plain HTTP. */
  tls?: CertificatePair;
  /** Answers what no route takes. */
  fetch: Handler;
  routes?: Bun.Serve.Routes<undefined, string>;
  /** Answers for a handler that threw. */
  error?: (error: Error) => Response | Promise<Response>;
  /** Bytes, for every route. */
  maxRequestBodySize: number;
  /** Seconds without traffic after which a connection is closed, 0 to 255. */
  idleTimeout: number;
}

export interface Listener {
  /** Reachable from this machine, without a slash at the end. */
  url: string;
  port: number;
  /** Serves new connections with another pair; requests in flight finish on the old one. Throws and keeps the old pair on failure. */
  swapCertificate(pair: CertificatePair): Promise<void>;
  /** Takes no new connection, lets requests in flight finish for at most `graceMs`, then closes them. */
  stop(graceMs: number): Promise<void>;
}

// Windows has no port sharing between sockets of one process that is fair to the older one.
const portsAreShared = process.platform !== 'win32';
const rebindAttempts = 50;
const rebindPauseMilliseconds = 20;

/** Listens on one address. Throws with code EADDRINUSE when another program has the port. */
export async function startListener(options: ListenOptions): Promise<Listener> {
  const port = reservePort(options);
  let current = serve(options, port, options.tls);
  const retired = new Set<Server>();
  let turn: Promise<void> = Promise.resolve();

  async function swap(pair: CertificatePair): Promise<void> {
    if (!options.tls) throw new Error('This listener has no TLS, so it has no certificate to replace.');
    const old = current;
    current = portsAreShared ? serve(options, port, pair) : await rebind(options, port, old, pair);
    retired.add(old);
    void old.stop().finally(() => retired.delete(old));
    old.closeIdleConnections();
  }

  return {
    url: listenerUrl(options, port),
    port,
    swapCertificate(pair) {
      const mine = turn.then(() => swap(pair));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async stop(graceMs) {
      await turn;
      await Promise.all([current, ...retired].map((server) => stopServer(server, graceMs)));
    },
  };
}

function serve(options: ListenOptions, port: number, tls: CertificatePair | undefined): Server {
  const { host, fetch, routes, error, maxRequestBodySize, idleTimeout } = options;
  return Bun.serve<undefined, string>({
    hostname: host,
    port,
    reusePort: portsAreShared,
    fetch,
    ...(routes && { routes }),
    ...(error && { error }),
    ...(tls && { tls: { cert: tls.cert, key: tls.key } }),
    maxRequestBodySize,
    idleTimeout,
    development: false,
  });
}

/** Shared ports would let a second program of the same user join unseen, so the port is first taken exclusively. */
function reservePort({ host, port }: ListenOptions): number {
  const probe = Bun.serve({ hostname: host, port, fetch: () => new Response(null, { status: 503 }) });
  const taken = probe.port;
  void probe.stop(true);
  if (taken === undefined) throw new Error(`No port could be taken on ${host}.`);
  return taken;
}

async function rebind(
  options: ListenOptions,
  port: number,
  old: Server,
  pair: CertificatePair,
): Promise<Server> {
  // A pair that cannot be served must fail here, on a port of its own, while the old one still listens.
  void serve({ ...options, host: '127.0.0.1' }, 0, pair).stop(true);
  void old.stop();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return serve(options, port, pair);
    } catch (error) {
      if (attempt >= rebindAttempts) throw error;
      // Requests still in flight may hold the address: half way through, they give way to everybody else.
      if (attempt === rebindAttempts / 2) void old.stop(true);
      await delay(rebindPauseMilliseconds);
    }
  }
}

async function stopServer(server: Server, graceMs: number): Promise<void> {
  const drained = server.stop();
  server.closeIdleConnections();
  const timer = new AbortController();
  const expired = delay(graceMs, undefined, { signal: timer.signal }).then(
    () => server.stop(true),
    () => undefined,
  );
  await Promise.race([drained, expired]);
  timer.abort();
}

function listenerUrl({ host, tls }: ListenOptions, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '';
  const name = everywhere ? '127.0.0.1' : host;
  return `${tls ? 'https' : 'http'}://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
