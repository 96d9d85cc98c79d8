import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
/** The end record is followed by a comment of at most this length. */
const MAX_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8];

/** Thrown for a file that is not a readable ZIP archive. */
export class BrokenArchiveError extends Error {}
/** Thrown when the files that were read together exceed the limit. */
export class ArchiveTooLargeError extends Error {}

interface Entry {
  method: number;
  packed: number;
  offset: number;
}

/** A ZIP archive in memory. The files that are read have a limit together, whatever sizes it declares. */
export class ZipArchive {
  private readonly entries = new Map<string, Entry>();
  private readonly data: Buffer;

  constructor(
    bytes: Uint8Array,
    private left: number,
  ) {
    this.data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    guard(() => this.readDirectory());
  }

  /**
   * Returns the text of a file; undefined when there is none. Throws `ArchiveTooLargeError` and
   * `BrokenArchiveError`.
   */
  async readText(name: string): Promise<string | undefined> {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    const { method, packed, offset } = entry;
    const content = guard(() => {
      const start = offset + 30 + this.data.readUInt16LE(offset + 26) + this.data.readUInt16LE(offset + 28);
      if (start + packed > this.data.length) throw new BrokenArchiveError();
      return this.data.subarray(start, start + packed);
    });
    const bytes = method === STORED ? content : await this.unpack(content, method);
    this.left -= bytes.length;
    if (this.left < 0) throw new ArchiveTooLargeError();
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  }

  private async unpack(content: Buffer, method: number): Promise<Buffer> {
    if (method !== DEFLATED) throw new BrokenArchiveError();
    try {
      return await inflate(content, { maxOutputLength: this.left + 1 });
    } catch (cause) {
      if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new ArchiveTooLargeError();
      throw new BrokenArchiveError();
    }
  }

  private readDirectory(): void {
    const { data } = this;
    let end = data.length - END_BYTES;
    const first = Math.max(0, end - MAX_COMMENT);
    while (end >= first && data.readUInt32LE(end) !== END) end--;
    if (end < first) throw new BrokenArchiveError();
    const count = data.readUInt16LE(end + 10);
    let at = data.readUInt32LE(end + 16);
    for (let index = 0; index < count; index++) {
      if (data.readUInt32LE(at) !== ENTRY) throw new BrokenArchiveError();
      const length = data.readUInt16LE(at + 28);
      this.entries.set(data.toString('utf8', at + 46, at + 46 + length), {
        method: data.readUInt16LE(at + 10),
        packed: data.readUInt32LE(at + 20),
        offset: data.readUInt32LE(at + 42),
      });
      at += 46 + length + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
    }
  }
}

/** Runs work that reads positions of the archive. Throws `BrokenArchiveError` when one is out of range. */
function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof RangeError) throw new BrokenArchiveError();
    throw cause;
  }
}
