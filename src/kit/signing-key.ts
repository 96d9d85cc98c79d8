import { createHash, createHmac } from 'node:crypto';

/** A key made from those of `secrets.json`: without it nobody can make a mark that fits. */
export class SigningKey {
  /** Says which key a mark was made with: the file of keys may have been replaced. */
  readonly id: string;

  constructor(private readonly key: Buffer) {
    this.id = createHash('sha256').update(key).digest('hex').slice(0, 8);
  }

  /** `<id of the key>:<HMAC-SHA-256 in hex>` of the parts. */
  mark(parts: readonly unknown[]): string {
    return `${this.id}:${createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('hex')}`;
  }
}
