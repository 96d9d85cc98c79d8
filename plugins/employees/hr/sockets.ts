import { connect, type Socket } from 'node:net';

/**
 * The sockets of one pool. The drivers use them, so that they connect only to the address that was checked.
 * They can be closed here at any time, because a driver would wait for a hanging server forever.
 */
export class Sockets {
  private readonly open = new Set<Socket>();
  private isEnded = false;

  constructor(
    private readonly address: string,
    private readonly port: number,
  ) {}

  /**
   * Opens a connection. Throws once the pool is closed, because a driver would otherwise keep opening new
   * ones.
   */
  readonly make = (): Socket => {
    if (this.isEnded) throw new Error('The connections are closed.');
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
