import { BackupError, type Chunks, COPY_AGAIN } from './backup-error.ts';

const MAGIC = 0xfd2fb528;
/** Bytes of a dictionary's id, by what the descriptor of a frame says. */
const DICTIONARY = [0, 1, 2, 4] as const;
const BLOCK_HEADER = 3;
/** A block of one byte that is repeated: its size is that of what comes of it. */
const RUN = 1;
const CHECKSUM = 4;

/**
 * Hands on what zstd compressed. Throws a BackupFault where it is cut short or something stands behind its end: who
 * decompresses it overlooks both.
 */
export async function* checkZstdFrames(content: Chunks): AsyncGenerator<Uint8Array> {
  const frames = new Frames();
  for await (const piece of content) {
    frames.see(piece);
    yield piece;
  }
  frames.end();
}

/** Follows frames from block to block, without a look at what is in them. */
class Frames {
  private readonly steps = stepsOf();
  private needed = this.steps.next().value;
  private seen: Buffer[] = [];
  private length = 0;

  see(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const part = Buffer.from(piece.subarray(at, at + this.needed - this.length));
      this.seen.push(part);
      this.length += part.length;
      at += part.length;
      if (this.length < this.needed) return;
      this.needed = this.steps.next(Buffer.concat(this.seen)).value;
      this.seen = [];
      this.length = 0;
    }
  }

  /** Between two frames nothing but four bytes of another one are waited for. */
  end(): void {
    if (this.length > 0 || this.needed !== FIRST_BYTES) throw new BackupError(CUT_SHORT);
  }
}

const FIRST_BYTES = 4;

/** Yields how many bytes come next, and is given them. None of it is longer than a block: 128 KB. */
function* stepsOf(): Generator<number, never, Buffer> {
  for (let frames = 0; ; frames++) {
    const magic = yield FIRST_BYTES;
    if (magic.readUInt32LE() !== MAGIC) throw new BackupError(frames === 0 ? NO_BACKUP : LONGER);
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

/** What follows the descriptor: the window, the dictionary's id and the content's size, where they are there. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor & 0b10_0000) !== 0;
  const content = descriptor >> 6;
  const size = content === 0 ? Number(isSingle) : 1 << content;
  return Number(!isSingle) + DICTIONARY[(descriptor & 0b11) as 0 | 1 | 2 | 3] + size;
}

const CUT_SHORT = `The file is cut short. ${COPY_AGAIN}`;
const NO_BACKUP = 'This is no backup of a Millwright appliance.';
const LONGER = 'Something stands behind the end of the backup: the file is damaged.';
