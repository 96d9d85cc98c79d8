/** What the listeners of this process listen on. */
export class ListenAddresses {
  private readonly known: string[] = [];

  /** A listener has begun: the address that the appliance was told to listen on, and the listener's own port. */
  recordListener(host: string, port: number, isTls: boolean): void {
    const name = host.includes(':') ? `[${host}]` : host;
    this.known.push(`${isTls ? 'https' : 'http'}://${name}:${port}`);
  }

  /** In the order in which they began. */
  get addresses(): string[] {
    return [...this.known];
  }
}
