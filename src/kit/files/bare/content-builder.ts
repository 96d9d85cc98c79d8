import { invalid } from '../../errors.ts';

/** Returns 400 for a damaged picture. */
export const damagedPictureError = () =>
  invalid('file', 'The image is damaged. Open it in an image editor, save it again and upload that file.');

/** Builds the new content of a file from parts of the original, in their order, and inserted bytes. */
export class ContentBuilder {
  private readonly parts: Buffer[] = [];
  private from = 0;
  private to = 0;

  constructor(private readonly content: Buffer) {}

  /**
   * Adds a range of the original. Adjacent ranges become one part. Throws 400 for a range that the original
   * does not have.
   */
  keep(from: number, to: number): void {
    if (to > this.content.length || to < from) throw damagedPictureError();
    if (from === this.to) {
      this.to = to;
      return;
    }
    this.close();
    [this.from, this.to] = [from, to];
  }

  /** Adds bytes that the original does not contain here. */
  put(bytes: Buffer): void {
    this.close();
    this.from = this.to;
    this.parts.push(bytes);
  }

  build(): Buffer {
    this.close();
    return Buffer.concat(this.parts);
  }

  private close(): void {
    if (this.to > this.from) this.parts.push(this.content.subarray(this.from, this.to));
    this.from = this.to;
  }
}
