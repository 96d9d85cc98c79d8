import { newId } from './new-id.ts';

/** A scan that the appliance has not confirmed yet. */
export interface UnconfirmedScan {
  clientid: string;
  at: string;
  /** Orders scans with the same time in milliseconds. */
  n: number;
}

/**
 * Stores waiting scans in the browser, so that a reload, an empty battery or a network failure loses none.
 * Each scan has a key of its own, so that two tabs do not overwrite each other's.
 */
export class UnconfirmedScans<T extends UnconfirmedScan> {
  private n = 0;

  constructor(
    private readonly storage: Storage,
    private readonly prefix: string,
  ) {}

  /**
   * Stores a new scan and returns it with its ID and time. Throws the error of the storage when it is full.
   */
  store(input: Omit<T, keyof UnconfirmedScan>): T {
    const scan = { ...input, clientid: newId(), at: new Date().toISOString(), n: this.n++ } as T;
    this.put(scan);
    return scan;
  }

  put(scan: T): void {
    this.storage.setItem(this.prefix + scan.clientid, JSON.stringify(scan));
  }

  get(clientid: string): T | undefined {
    return this.read(this.prefix + clientid);
  }

  drop(clientid: string): void {
    this.storage.removeItem(this.prefix + clientid);
  }

  /** Returns all stored scans in the order of scanning. Skips unreadable ones. */
  all(): T[] {
    const keys = Array.from({ length: this.storage.length }, (_, n) => this.storage.key(n) ?? '');
    return keys
      .filter((key) => key.startsWith(this.prefix))
      .flatMap((key) => this.read(key) ?? [])
      .sort((a, b) => a.at.localeCompare(b.at) || a.n - b.n);
  }

  private read(key: string): T | undefined {
    const text = this.storage.getItem(key);
    try {
      return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
      return undefined;
    }
  }
}
