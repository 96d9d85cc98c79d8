import { connect, type Socket } from 'node:net';

/**
 * The sockets of one pool. The drivers are given them, so that they go to the address that was judged and nowhere else,
 * and end when we say so: a server that hangs never would.
 */
export class Sockets {
  private readonly open = new Set<Socket>();
  private isEnded = false;

  constructor(
    private readonly address: string,
    private readonly port: number,
  ) {}

  /** A connection on its way. Throws once all of them have ended: a driver would go on making them. */
  readonly make = (): Socket => {
    if (this.isEnded) throw new Error('The connections have ended.');
    const socket = connect({ host: this.address, port: this.port, noDelay: true });
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  end(): void {
    this.isEnded = true;
    for (const socket of this.open) socket.destroy();
  }
}
