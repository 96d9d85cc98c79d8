import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { runtime } from '#runtime';
import { endOf } from '../clean-text.ts';
import type { Database } from '../data/database.ts';
import type { Tx } from '../data/tx.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import type { Log } from '../log.ts';
import { replaceFile } from '../on-disk.ts';
import { files, type StoredFile } from '../tables.ts';
import { toWriteError, writeHashed } from './write-stream.ts';
import { bytesOfArea, fileOfName } from './queries.ts';
import { StorageQuota } from './storage-quota.ts';
import { detectFileType, type FileTypeInfo, type FileTypeRule, verifyContentType } from './file-type.ts';

export type { StoredFile } from '../tables.ts';

export interface AcceptRule extends FileTypeRule {
  maxbytes: number;
  /** Bytes that all files of the area may take. */
  areabytes: number;
  /** What is kept of a file that was accepted, for one that is read whole; it refuses by throwing. */
  rewrite?: (content: Buffer, what: FileTypeInfo) => Buffer;
  /** What the form calls the file, where that is not `file`: what is wrong with it is said of this field. */
  field?: string;
  /** The fields beside it: one that is wrong is refused as soon as it is there. */
  form?: z.ZodObject;
}

/** A file on its way to the disk. */
export interface ArrivingFile {
  /** As its sender calls it. */
  filename: string;
  content: AsyncIterable<Uint8Array>;
  /** Ends it early; its reason is the refusal. */
  signal?: AbortSignal;
}

export type FileName = Pick<StoredFile, 'area' | 'filename'>;

/** Told after the commit that took a file off the list for good. */
export const FILE_REMOVED = 'files.removed';

/**
 * Files of the site, each area a folder below `files/`. A file is written under a temporary name, synced and
 * renamed, and only what the database lists is ever served.
 */
export class FileStore {
  private readonly room: StorageQuota;
  /** How many read what is listed now. */
  private readers = 0;
  private leaving: FileName[] = [];

  constructor(
    private readonly root: string,
    private readonly db: Database,
    private readonly log: Log,
  ) {
    mkdirSync(root, { recursive: true });
    this.room = new StorageQuota(root, (area) =>
      db.read((reader) => bytesOfArea.get(reader, { area })!.bytes),
    );
  }

  /** Bytes of files that are on their way now. */
  get arriving(): number {
    return this.room.held;
  }

  /**
   * Streams the content to disk, hashing on the way. 413 over the limit, 400 when the content is of another type, 507
   * when the area or the disk has no room for it. Whatever refuses or ends it, nothing of it is left.
   */
  async save(area: string, arriving: ArrivingFile, rule: AcceptRule): Promise<StoredFile> {
    mkdirSync(join(this.root, area), { recursive: true });
    const temporary = join(this.root, area, `${crypto.randomUUID()}.tmp`);
    const claim = this.room.claim(area, rule.areabytes);
    const { filename: given, signal } = arriving;
    try {
      const content = verifyContentType(arriving.content, given, rule);
      const sent = await writeHashed(temporary, { content, signal }, (total) => {
        if (total > rule.maxbytes) throw fileTooLargeError(rule.maxbytes);
        claim.hold(total);
      });
      if (sent.size === 0) throw invalid('file', 'The file is empty.');
      const sniffed = await detectFileType(temporary, given, rule);
      const { extension, ...what } = sniffed;
      const { size, sha256 } = (await rewritten(temporary, sniffed, rule)) ?? sent;
      signal?.throwIfAborted();
      const filename = `${crypto.randomUUID()}${extension ? `.${extension}` : ''}`;
      replaceFile(temporary, join(this.root, area, filename));
      return { area, filename, originalname: cleanName(given), size, sha256, ...what };
    } catch (cause) {
      rmSync(temporary, { force: true });
      throw toWriteError(cause, this.log);
    } finally {
      claim.end();
    }
  }

  /** Removes the content of a file that no record came to list. */
  discard({ area, filename }: FileName): void {
    rmSync(join(this.root, area, filename), { force: true });
  }

  /** Undefined when what was written so far is on the disk; otherwise settles once it is. */
  get settled(): Promise<void> | undefined {
    return this.db.whenDurable;
  }

  /** Lists the file in the transaction that makes it part of a record. */
  list(tx: Tx, file: StoredFile): void {
    const { area, filename, originalname, mediatype, size, sha256, width, height } = file;
    tx.insert(files, { area, filename, originalname, mediatype, size, sha256, width, height });
  }

  /** Takes a file off the list in a change that can be undone: the content waits for `sweep`. */
  unlist(tx: Tx, area: string, filename: string): boolean {
    const listed = fileOfName.get(tx, { area, filename });
    if (listed) tx.delete(files, listed.fileid);
    return listed !== undefined;
  }

  /** Takes a file off the list in a change that nobody can undo: the content goes with the commit. */
  remove(tx: Tx, area: string, filename: string): void {
    if (this.unlist(tx, area, filename)) tx.emit({ name: FILE_REMOVED, area, filename });
  }

  /** From here on nothing is removed: somebody reads what was listed at this moment. Answers how to end that. */
  pinFiles(): () => void {
    this.readers++;
    return () => {
      if (--this.readers === 0) for (const file of this.leaving.splice(0)) this.removeUnlisted(file);
    };
  }

  /** After the commit: removes what no record lists any more. */
  removeUnlisted({ area, filename }: FileName): void {
    if (this.readers > 0) return void this.leaving.push({ area, filename });
    const listed = this.db.read((reader) => fileOfName.get(reader, { area, filename }));
    if (!listed) this.discard({ area, filename });
  }

  /** The answer that serves a listed file; 404 for anything else. One that is `private` no cache keeps. */
  serve(area: string, filename: string, options: { download?: boolean; private?: boolean } = {}): Response {
    const row = this.find(area, filename);
    const path = join(this.root, area, row.filename);
    if (!existsSync(path)) throw notFound('File');
    const headers = new Headers({
      'Content-Type': row.mediatype,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control':
        options.download || options.private ? 'private, no-store' : 'public, max-age=31536000, immutable',
    });
    if (row.mediatype === 'image/svg+xml') {
      headers.set('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    } else headers.set('Content-Security-Policy', "sandbox; default-src 'none'");
    if (options.download) headers.set('Content-Disposition', formatContentDisposition(row.originalname));
    return runtime.fileResponse(path, headers);
  }

  /** Removes what no record lists: refused uploads, and the content of files that were taken off the list. */
  sweep(olderThanMs: number): number {
    if (this.readers > 0) return 0;
    let removed = 0;
    for (const area of readdirSync(this.root)) {
      for (const filename of readdirSync(join(this.root, area))) {
        const path = join(this.root, area, filename);
        const listed = this.db.read((reader) => fileOfName.get(reader, { area, filename }));
        // An upload in progress is not listed yet either.
        if (listed || Date.now() - statSync(path).mtimeMs < olderThanMs) continue;
        rmSync(path, { force: true });
        removed++;
      }
    }
    return removed;
  }

  find(area: string, filename: string): StoredFile {
    const row = this.db.read((reader) => fileOfName.get(reader, { area, filename }));
    if (!row) throw notFound('File');
    return row;
  }

  /** Whether the content of a listed file is there. */
  has(area: string, filename: string): boolean {
    return existsSync(join(this.root, area, filename));
  }

  path(area: string, filename: string): string {
    return join(this.root, area, this.find(area, filename).filename);
  }
}

/** Undefined where the file stays as it was sent. Read at once, so that there is one in memory at a time. */
async function rewritten(path: string, what: FileTypeInfo, { rewrite }: AcceptRule) {
  if (!rewrite) return undefined;
  const content = Readable.from([rewrite(readFileSync(path), what)]);
  return writeHashed(path, { content }, () => undefined);
}

export const fileTooLargeError = (limit: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${Math.floor(limit / 1024 / 1024)} MB.`, {
    limit,
  });

/** The name as people see it: the last part of a path, without control characters. */
function cleanName(name: string): string {
  const base = name
    .split(/[\\/]/)
    .at(-1)!
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/gu, '');
  return endOf(base, 200) || 'file';
}

/** RFC 6266: an ASCII name for old readers and the exact one beside it. */
export function formatContentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
