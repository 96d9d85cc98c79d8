import { setTimeout as delay } from 'node:timers/promises';
import type { AnyElysia } from 'elysia';
import { urlOf } from './address.ts';
import { CIPHERS } from './ciphers.ts';
import { ConnectionTurns } from './connection-turns.ts';
import type { KeyPair, Listener, ListenOptions, Transport } from './types.ts';
import { waitAtMost } from './wait-at-most.ts';

type Server = Bun.Server<unknown>;

/** Access to the connections of requests. Any server of a process can look up the requests of all of them. */
export class BunTransport implements Transport {
  server: Server | undefined;
  private readonly turns = new ConnectionTurns((req) => {
    const from = this.server?.requestIP(req);
    return `${from?.address} ${from?.port}`;
  });

  addressOf(req: Request): string {
    return this.server?.requestIP(req)?.address ?? '';
  }

  schemeOf(req: Request): 'http' | 'https' {
    return req.url.startsWith('https:') ? 'https' : 'http';
  }

  turnOf(req: Request): Promise<void> | undefined {
    return this.turns.wait(req);
  }

  disableIdleTimeout(req: Request): void {
    this.server?.timeout(req, 0);
  }
}

// On Windows, sockets of one process do not share a port in a way that is fair to the older one.
const portsAreShared = process.platform !== 'win32';
const rebindAttempts = 50;
const rebindPauseMilliseconds = 20;

/** Listens on the port and serves the app. Rejects when the port is taken. */
export async function listen(
  app: AnyElysia,
  transport: BunTransport,
  options: ListenOptions,
): Promise<Listener> {
  const port = reservePort(options);
  let current = await serve(app, transport, options, port, options.tls);
  const retired = new Set<Server>();
  let turn: Promise<void> = Promise.resolve();

  async function swap(pair: KeyPair): Promise<void> {
    if (!options.tls) throw new Error('This listener has no TLS, so it has no certificate to replace.');
    const old = current;
    current = portsAreShared
      ? await serve(app, transport, options, port, pair)
      : await rebind(app, transport, options, port, old, pair);
    retired.add(old);
    void old.stop().finally(() => retired.delete(old));
    old.closeIdleConnections();
  }

  return {
    url: urlOf(options, port),
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

/**
 * Starts a server. The framework passes its routes to Bun's own router, which also reads addresses such as
 * `https://pc/`.
 */
async function serve(
  app: AnyElysia,
  transport: BunTransport,
  options: ListenOptions,
  port: number,
  tls: KeyPair | undefined,
): Promise<Server> {
  const { host, maxRequestBodySize, idleTimeout } = options;
  const before = process.listeners('beforeExit');
  app.listen({
    hostname: host,
    port,
    reusePort: portsAreShared,
    ...(tls && { tls: { cert: tls.cert, key: tls.key, ciphers: CIPHERS } }),
    maxRequestBodySize,
    idleTimeout,
    development: false,
  });
  // The framework would stop its latest server at that event. Here every server has an owner that stops it.
  for (const listener of process.listeners('beforeExit'))
    if (!before.includes(listener)) process.off('beforeExit', listener);
  const server = app.server as Server;
  transport.server = server;
  // A moment later the framework loads the same routes again, into the latest server at that time.
  await app.modules;
  return server;
}

/**
 * Takes the port exclusively first. With shared ports, a second program of the same user could join
 * unnoticed.
 */
function reservePort({ host, port }: ListenOptions): number {
  const probe = Bun.serve({ hostname: host, port, fetch: () => new Response(null, { status: 503 }) });
  const taken = probe.port;
  void probe.stop(true);
  if (taken === undefined) throw new Error(`No port is available on ${host}.`);
  return taken;
}

async function rebind(
  app: AnyElysia,
  transport: BunTransport,
  options: ListenOptions,
  port: number,
  old: Server,
  pair: KeyPair,
): Promise<Server> {
  // An invalid pair must fail here, on another port, while the old server still listens.
  void (await serve(app, transport, { ...options, host: '127.0.0.1' }, 0, pair)).stop(true);
  void old.stop();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await serve(app, transport, options, port, pair);
    } catch (error) {
      if (attempt >= rebindAttempts) throw error;
      // Open requests may still occupy the address. After half of the attempts they are closed, so that new
      // ones are served.
      if (attempt === rebindAttempts / 2) void old.stop(true);
      await delay(rebindPauseMilliseconds);
    }
  }
}

async function stopServer(server: Server, graceMs: number): Promise<void> {
  const drained = server.stop();
  server.closeIdleConnections();
  await waitAtMost(graceMs, drained, () => server.stop(true));
}
