import { setImmediate as nextTurn } from 'node:timers/promises';

/** Requests that one turn of the loop works on before it looks who sends them: as many browsers ask at one moment. */
const UNSEEN = 8;

/**
 * Bun works off all that one read of a socket brought, request after request, before anybody else has his turn. Here a
 * connection has one request in a turn, as soon as there are many. A further one waits for the next turn, and Bun closes
 * a connection that sends yet another one meanwhile: no client of today sends before it has the answer.
 */
export class ConnectionTurns {
  private begun = 0;
  private readonly connections = new Set<string>();

  constructor(private readonly connectionOf: (req: Request) => string) {}

  /** Undefined where the request may be worked on at once; otherwise settles when its turn comes. */
  wait(req: Request): Promise<void> | undefined {
    if (this.begun++ === 0) setImmediate(() => this.end());
    if (this.begun <= UNSEEN) return undefined;
    const connection = this.connectionOf(req);
    if (this.connections.has(connection)) return nextTurn();
    this.connections.add(connection);
    return undefined;
  }

  private end(): void {
    this.begun = 0;
    this.connections.clear();
  }
}
