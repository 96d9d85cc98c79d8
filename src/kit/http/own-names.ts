import { isLoopback } from './client-address.ts';

const LASTS_MS = 60_000;

/**
 * The names and addresses of this server, in lower case and without brackets. They are read again after one
 * minute.
 */
export class OwnNames {
  private known: Promise<ReadonlySet<string>> | undefined;
  private readAt = 0;

  constructor(private readonly find: () => Promise<readonly string[]>) {}

  /** Reports whether the host part of an address is this server. */
  async has(host: string): Promise<boolean> {
    const name = host.replace(/^\[|\]$/g, '').toLowerCase();
    if (name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)) return true;
    const names = await this.names();
    return names.has(name) || names.has(name.replace(/^[^.]+/, '*'));
  }

  private names(): Promise<ReadonlySet<string>> {
    const now = performance.now();
    if (this.known && now - this.readAt < LASTS_MS) return this.known;
    this.readAt = now;
    this.known = this.find().then((names) => new Set(names.map((name) => name.toLowerCase())));
    return this.known;
  }
}
