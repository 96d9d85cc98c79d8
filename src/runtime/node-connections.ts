import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  socket: Socket;
  /** The number of unanswered requests on the connection. */
  busy: number;
}

/** The maximum number of concurrent requests on one connection. More would delay other callers. */
const MAX_REQUESTS_AT_ONCE = 8;

/** The open connections of a server, including those in the TLS handshake. */
export class NodeConnections {
  private readonly open = new Map<string, Connection>();
  private ending = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => this.onConnection(socket));
    // From here on the encrypted connection replaces the plain one below it.
    server.on('secureConnection', (socket: Socket) => this.onConnection(socket));
  }

  /** Counts a request, and returns the function that removes it from the count. */
  begin(socket: Socket): () => void {
    const connection = this.open.get(nameOf(socket));
    if (!connection) return () => undefined;
    connection.busy += 1;
    return () => {
      connection.busy -= 1;
      if (this.ending && connection.busy === 0) connection.socket.destroy();
    };
  }

  /** Reports whether the connection has more than 8 unanswered requests. */
  isCrowded(socket: Socket): boolean {
    return (this.open.get(nameOf(socket))?.busy ?? 0) > MAX_REQUESTS_AT_ONCE;
  }

  closeIdle(): void {
    for (const { socket, busy } of this.open.values()) if (busy === 0) socket.destroy();
  }

  /** Closes each connection as soon as it is idle. */
  end(): void {
    this.ending = true;
    this.closeIdle();
  }

  closeAll(): void {
    for (const { socket } of this.open.values()) socket.destroy();
  }

  private onConnection(socket: Socket): void {
    const name = nameOf(socket);
    const connection = { socket, busy: 0 };
    this.open.set(name, connection);
    socket.once('close', () => {
      if (this.open.get(name) === connection) this.open.delete(name);
    });
  }
}

/** Returns the remote address and port, which the plain and the encrypted connection share. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
