/** The addresses on which the listeners of this process accept connections. */
export class ListenAddresses {
  private readonly urls: string[] = [];

  /** Records a listener that was started, with the configured host and the actual port. */
  recordListener(host: string, port: number, isTls: boolean): void {
    const name = host.includes(':') ? `[${host}]` : host;
    this.urls.push(`${isTls ? 'https' : 'http'}://${name}:${port}`);
  }

  /** Returns the addresses in the order in which the listeners started. */
  get addresses(): string[] {
    return [...this.urls];
  }
}
