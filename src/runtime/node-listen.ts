import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import type { AnyElysia } from 'elysia';
import { urlOf } from './address.ts';
import { CIPHERS } from './ciphers.ts';
import { sendResponse } from './node-answer.ts';
import { type Exchange, refuseRequest } from './node-body.ts';
import { NodeConnections } from './node-connections.ts';
import { buildRequest, requestTargetOf } from './node-request.ts';
import type { KeyPair, Listener, ListenOptions, Transport } from './types.ts';
import { waitAtMost } from './wait-at-most.ts';

/** Access to the connections of requests, as each listener records them. */
export class NodeTransport implements Transport {
  private readonly sockets = new WeakMap<Request, Socket>();

  recordConnection(req: Request, socket: Socket): void {
    this.sockets.set(req, socket);
  }

  addressOf(req: Request): string {
    return this.sockets.get(req)?.remoteAddress ?? '';
  }

  schemeOf(req: Request): 'http' | 'https' {
    return this.sockets.get(req) instanceof TLSSocket ? 'https' : 'http';
  }

  /** Always undefined, because connections with many concurrent requests are closed earlier. */
  turnOf(): undefined {
    return undefined;
  }

  /** Disables the idle timeout for this request only: the server resets it after each response. */
  disableIdleTimeout(req: Request): void {
    this.sockets.get(req)?.setTimeout(0);
  }
}

/** Errors of callers that disconnected or were idle for too long. They are not faults of the server. */
const DISCONNECT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

const secure = ({ cert, key }: KeyPair) => ({ cert, key, minVersion: 'TLSv1.2' as const, ciphers: CIPHERS });

/** Listens on the port and serves the app. Rejects when the port is taken. */
export async function listen(
  app: AnyElysia,
  transport: NodeTransport,
  options: ListenOptions,
): Promise<Listener> {
  const { host, tls } = options;
  const server: Server = tls ? createTlsServer(secure(tls)) : createServer();
  const connections = new NodeConnections(server);
  setTimes(server, options.idleTimeout);
  const take = (waits: boolean) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.once('close', connections.begin(incoming.socket));
    if (connections.isCrowded(incoming.socket)) return void incoming.socket.destroy();
    void answer(app, transport, {
      incoming,
      outgoing,
      waits,
      maxRequestBodySize: options.maxRequestBodySize,
    });
  };
  server.on('request', take(false));
  server.on('checkContinue', take(true));
  await bind(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    url: urlOf({ host, tls }, port),
    port,
    async swapCertificate(pair) {
      if (!tls) throw new Error('This listener has no TLS, so it has no certificate to replace.');
      // The server would store half of an invalid pair, so the pair is tried separately first.
      createSecureContext(secure(pair));
      (server as TlsServer).setSecureContext(secure(pair));
      connections.closeIdle();
    },
    stop: (graceMs) => stop(server, connections, graceMs),
  };
}

/** Sets the idle timeouts only. A large upload takes longer than any fixed time for a request. */
function setTimes(server: Server, idleSeconds: number): void {
  server.requestTimeout = 0;
  server.timeout = idleSeconds * 1000;
  server.keepAliveTimeout = idleSeconds * 1000;
}

function bind(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      // A failure of a single connection, such as a lack of file handles, must not end the server.
      server.off('error', reject).on('error', printError);
      resolve();
    });
  });
}

const printError = (error: unknown) => void process.stderr.write(`${inspect(error)}\n`);

async function answer(app: AnyElysia, transport: NodeTransport, exchange: Exchange): Promise<void> {
  const { incoming, outgoing, maxRequestBodySize } = exchange;
  if (Number(incoming.headers['content-length'] ?? 0) > maxRequestBodySize)
    return refuseRequest(outgoing, 413);
  const target = requestTargetOf(incoming);
  if (target === undefined) return refuseRequest(outgoing, 400);
  try {
    const request = buildRequest(exchange, target);
    transport.recordConnection(request, incoming.socket);
    await sendResponse(await app.fetch(request), request, exchange);
  } catch (error) {
    if (DISCONNECT_CODES.has((error as { code?: string }).code ?? '')) return;
    printError(error);
    if (outgoing.headersSent) outgoing.destroy();
    else refuseRequest(outgoing, 500);
  }
}

async function stop(server: Server, connections: NodeConnections, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // The close method of the HTTP server would cut connections whose last bytes are still being sent.
    NetServer.prototype.close.call(server, () => resolve());
  });
  connections.end();
  await waitAtMost(graceMs, closed, () => connections.closeAll());
}
