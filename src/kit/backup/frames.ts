import { BackupError, type Chunks, COPY_AGAIN } from './backup-error.ts';

const MAGIC = 0xfd2fb528;
/** The size of the dictionary ID in bytes, by the two lowest bits of the frame descriptor. */
const DICTIONARY = [0, 1, 2, 4] as const;
const BLOCK_HEADER = 3;
/** The type of a block with one repeated byte: its size field is the decompressed size. */
const RUN = 1;
const CHECKSUM = 4;

/**
 * Passes zstd data through. Throws a `BackupError` when the data are no zstd, are cut short or have bytes
 * after their end, because the decompressor ignores missing and additional data.
 */
export async function* checkZstdFrames(content: Chunks): AsyncGenerator<Uint8Array> {
  const frames = new Frames();
  for await (const piece of content) {
    frames.inspect(piece);
    yield piece;
  }
  frames.end();
}

/** Follows frames from block to block without decompressing them. */
class Frames {
  private readonly steps = stepsOf();
  private needed = this.steps.next().value;
  private parts: Buffer[] = [];
  private length = 0;

  inspect(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const part = Buffer.from(piece.subarray(at, at + this.needed - this.length));
      this.parts.push(part);
      this.length += part.length;
      at += part.length;
      if (this.length < this.needed) return;
      this.needed = this.steps.next(Buffer.concat(this.parts)).value;
      this.parts = [];
      this.length = 0;
    }
  }

  /**
   * Throws unless the data end after a frame, where only the first four bytes of another frame are expected.
   */
  end(): void {
    if (this.length > 0 || this.needed !== FIRST_BYTES) throw new BackupError(FILE_TRUNCATED);
  }
}

const FIRST_BYTES = 4;

/** Yields the number of bytes to read next, and receives them. No step is longer than a block of 128 KB. */
function* stepsOf(): Generator<number, never, Buffer> {
  for (let frames = 0; ; frames++) {
    const magic = yield FIRST_BYTES;
    if (magic.readUInt32LE() !== MAGIC) throw new BackupError(frames === 0 ? NO_BACKUP : TRAILING_DATA);
    const descriptor = (yield 1)[0]!;
    const header = headerBytes(descriptor);
    if (header > 0) yield header;
    yield* blocks();
    if (descriptor & 0b100) yield CHECKSUM;
  }
}

function* blocks(): Generator<number, void, Buffer> {
  for (;;) {
    const header = (yield BLOCK_HEADER).readUIntLE(0, BLOCK_HEADER);
    const size = ((header >> 1) & 0b11) === RUN ? 1 : header >> 3;
    if (size > 0) yield size;
    if (header & 1) return;
  }
}

/** Returns the size of the rest of the frame header: the optional window, dictionary ID and content size. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor & 0b10_0000) !== 0;
  const content = descriptor >> 6;
  const size = content === 0 ? Number(isSingle) : 1 << content;
  return Number(!isSingle) + DICTIONARY[(descriptor & 0b11) as 0 | 1 | 2 | 3] + size;
}

const FILE_TRUNCATED = `The file is incomplete. ${COPY_AGAIN}`;
const NO_BACKUP = 'This is not a backup of a Millwright appliance.';
const TRAILING_DATA = 'The file is damaged. It contains data after the end of the backup.';
