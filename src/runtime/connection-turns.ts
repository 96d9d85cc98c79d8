import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The number of requests in one event-loop turn that run without a look at their connection: browsers send
 * about that many at a time.
 */
const MAX_UNCOUNTED = 8;

/**
 * Spreads the requests of one connection over event-loop turns. Bun processes all requests from one read of a
 * socket before any other work. With many requests in a turn, each connection may run one request, and its
 * next request waits for the next turn. Bun closes a connection that sends a further request meanwhile, but
 * current clients wait for the response before they send again.
 */
export class ConnectionTurns {
  private count = 0;
  private readonly connections = new Set<string>();

  constructor(private readonly connectionOf: (req: Request) => string) {}

  /** Returns undefined when the request may run at once; otherwise a promise that resolves when it may. */
  wait(req: Request): Promise<void> | undefined {
    if (this.count++ === 0) setImmediate(() => this.end());
    if (this.count <= MAX_UNCOUNTED) return undefined;
    const connection = this.connectionOf(req);
    if (this.connections.has(connection)) return nextTurn();
    this.connections.add(connection);
    return undefined;
  }

  private end(): void {
    this.count = 0;
    this.connections.clear();
  }
}
