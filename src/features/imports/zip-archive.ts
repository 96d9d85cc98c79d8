import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Thrown for a file that is not a readable ZIP archive. */
export class BrokenArchiveError extends Error {}
/** Thrown when the files that were read together exceed the limit. */
export class ArchiveTooLargeError extends Error {}

/** A ZIP archive in memory. The files that are read have a limit together, whatever sizes it declares. */
export class ZipArchive {
  private constructor(
    private readonly file: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private left: number,
  ) {}

  /** Reads the list of files. Throws `BrokenArchiveError`. */
  static async open(bytes: Uint8Array, maxBytes: number): Promise<ZipArchive> {
    const entries = new Map<string, Entry>();
    try {
      const file = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry);
      return new ZipArchive(file, entries, maxBytes);
    } catch {
      throw new BrokenArchiveError();
    }
  }

  /**
   * Reads the text of a file in chunks; undefined when there is none. Reading throws `ArchiveTooLargeError` and
   * `BrokenArchiveError`.
   */
  readText(name: string): AsyncGenerator<string> | undefined {
    const entry = this.entries.get(name);
    return entry && this.unpack(entry);
  }

  private async *unpack(entry: Entry): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of await this.file.openReadStreamPromise(entry)) {
        this.left -= chunk.length;
        if (this.left < 0) throw new ArchiveTooLargeError();
        yield decoder.decode(chunk, { stream: true });
      }
    } catch (cause) {
      throw cause instanceof ArchiveTooLargeError ? cause : new BrokenArchiveError();
    }
    yield decoder.decode();
  }
}
