import { createHash, createHmac } from 'node:crypto';

/** A key derived from those of `secrets.json`, which is needed to create a valid MAC. */
export class SigningKey {
  /** Identifies the key of a MAC, because the file of keys may have been replaced. */
  readonly id: string;

  constructor(private readonly key: Buffer) {
    this.id = createHash('sha256').update(key).digest('hex').slice(0, 8);
  }

  /** Returns `<key ID>:<HMAC-SHA-256 in hex>` of the parts. */
  mark(parts: readonly unknown[]): string {
    return `${this.id}:${createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('hex')}`;
  }
}
