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
import { detectFileType, type FileTypeInfo, type FileTypeRule, verifyContentType } from './file-type.ts';
import { bytesOfArea, fileOfName } from './queries.ts';
import { type SpaceReservation, StorageQuota } from './storage-quota.ts';
import { toWriteError, writeHashed } from './write-stream.ts';

export type { StoredFile } from '../tables.ts';

export interface AcceptRule extends FileTypeRule {
  maxbytes: number;
  /** The maximum size in bytes of all files in the area. */
  areabytes: number;
  /**
   * Returns the content to store instead of an accepted file, which is read into memory for this. Rejects the
   * file by throwing.
   */
  rewrite?: (content: Buffer, what: FileTypeInfo) => Buffer;
  /**
   * The name of the form field for the file, if it is not `file`. Errors about the file refer to this field.
   */
  field?: string;
  /** The other fields of the form. An invalid field is rejected as soon as it arrives. */
  form?: z.ZodObject;
}

/** A file that is being uploaded. */
export interface ArrivingFile {
  /** The file name that the client sent. */
  filename: string;
  content: AsyncIterable<Uint8Array>;
  /** Stops the upload; its reason is the error for the client. */
  signal?: AbortSignal;
}

export type FileName = Pick<StoredFile, 'area' | 'filename'>;

/** The event after a commit that removed a file from the list permanently. */
export const FILE_REMOVED = 'files.removed';

/**
 * The files of the site; each area is a folder below `files/`. A file is written under a temporary name,
 * synced and renamed. Only files that the database lists are served.
 */
export class FileStore {
  private readonly room: StorageQuota;
  /** The number of readers of the currently listed files. */
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

  /** The bytes that running uploads reserve. */
  get arriving(): number {
    return this.room.held;
  }

  /**
   * Streams the content to disk and hashes it. Throws 413 over the size limit, and 400 for an empty file or
   * one of another type. Throws 507 when the area or the disk is full. After any failure nothing of the file
   * is left.
   */
  async save(area: string, arriving: ArrivingFile, rule: AcceptRule): Promise<StoredFile> {
    mkdirSync(join(this.root, area), { recursive: true });
    const temporary = join(this.root, area, `${crypto.randomUUID()}.tmp`);
    const reservation = this.room.reserve(area, rule.areabytes);
    const { filename: originalName, signal } = arriving;
    try {
      const content = verifyContentType(arriving.content, originalName, rule);
      const sent = await writeHashed(temporary, { content, signal }, (total) => {
        if (total > rule.maxbytes) throw fileTooLargeError(rule.maxbytes);
        reservation.hold(total);
      });
      if (sent.size === 0) throw invalid('file', 'The file is empty.');
      const sniffed = await detectFileType(temporary, originalName, rule);
      const { extension, ...what } = sniffed;
      const { size, sha256 } = (await rewriteFile(temporary, sniffed, rule)) ?? sent;
      signal?.throwIfAborted();
      const filename = `${crypto.randomUUID()}${extension ? `.${extension}` : ''}`;
      replaceFile(temporary, join(this.root, area, filename));
      return { area, filename, originalname: cleanName(originalName), size, sha256, ...what };
    } catch (cause) {
      rmSync(temporary, { force: true });
      throw toWriteError(cause, this.log);
    } finally {
      reservation.end();
    }
  }

  /**
   * Reserves space for content that arrives in pieces before `save`, with the same limits and 507 errors.
   * `unlisted` are the bytes of the area that such uploads stored already. The caller ends the reservation.
   */
  reserve(area: string, { areabytes }: Pick<AcceptRule, 'areabytes'>, unlisted: number): SpaceReservation {
    return this.room.reserve(area, areabytes, unlisted);
  }

  /** Deletes the content of a file. The caller ensures that no record lists it. */
  discard({ area, filename }: FileName): void {
    rmSync(join(this.root, area, filename), { force: true });
  }

  /**
   * A promise that resolves once all writes to the database so far are durable and rejects when the commit
   * fails; undefined when no write waits for a commit.
   */
  get settled(): Promise<void> | undefined {
    return this.db.whenDurable;
  }

  /** Lists the file in the transaction that makes it part of a record. */
  list(tx: Tx, file: StoredFile): void {
    const { area, filename, originalname, mediatype, size, sha256, width, height } = file;
    tx.insert(files, { area, filename, originalname, mediatype, size, sha256, width, height });
  }

  /**
   * Removes a file from the list in a change that can be undone. The content stays until `sweep`. Returns
   * false when it was not listed.
   */
  removeFromList(tx: Tx, area: string, filename: string): boolean {
    const listed = fileOfName.get(tx, { area, filename });
    if (listed) tx.delete(files, listed.fileid);
    return listed !== undefined;
  }

  /**
   * Removes a file from the list in a change that cannot be undone. The content is deleted after the commit.
   */
  remove(tx: Tx, area: string, filename: string): void {
    if (this.removeFromList(tx, area, filename)) tx.emit({ name: FILE_REMOVED, area, filename });
  }

  /**
   * Prevents `sweep` and `removeUnlisted` from deleting files while a reader uses those listed at this
   * moment. Returns the function that ends this.
   */
  pinFiles(): () => void {
    this.readers++;
    return () => {
      if (--this.readers === 0) for (const file of this.leaving.splice(0)) this.removeUnlisted(file);
    };
  }

  /**
   * Deletes a file unless a record lists it. Called after the commit that removed it from the list. While
   * files are pinned, waits for the last reader.
   */
  removeUnlisted({ area, filename }: FileName): void {
    if (this.readers > 0) return void this.leaving.push({ area, filename });
    const listed = this.db.read((reader) => fileOfName.get(reader, { area, filename }));
    if (!listed) this.discard({ area, filename });
  }

  /**
   * Returns the response that serves a listed file. Throws 404 for any other file, and when its content is
   * missing. Caches do not store a `private` file or a download.
   */
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

  /**
   * Deletes the files that no record lists and that are older than `olderThanMs` milliseconds: rejected
   * uploads, and content that was removed from the list. Returns their number; 0 while files are pinned.
   */
  sweep(olderThanMs: number): number {
    if (this.readers > 0) return 0;
    let removed = 0;
    for (const area of readdirSync(this.root)) {
      for (const filename of readdirSync(join(this.root, area))) {
        const path = join(this.root, area, filename);
        const listed = this.db.read((reader) => fileOfName.get(reader, { area, filename }));
        // A running upload is not listed yet either.
        if (listed || Date.now() - statSync(path).mtimeMs < olderThanMs) continue;
        rmSync(path, { force: true });
        removed++;
      }
    }
    return removed;
  }

  /** Returns the details of a listed file. Throws 404 when no record lists it. */
  find(area: string, filename: string): StoredFile {
    const row = this.db.read((reader) => fileOfName.get(reader, { area, filename }));
    if (!row) throw notFound('File');
    return row;
  }

  /** Reports whether a file of this name is on the disk, listed or not. */
  has(area: string, filename: string): boolean {
    return existsSync(join(this.root, area, filename));
  }

  /** Returns the path of a listed file on the disk. Throws 404 when no record lists it. */
  path(area: string, filename: string): string {
    return join(this.root, area, this.find(area, filename).filename);
  }
}

/**
 * Rewrites the file if the rule requires it; returns undefined otherwise. The file is read and rewritten
 * synchronously, so that few of them are in memory at a time.
 */
async function rewriteFile(path: string, what: FileTypeInfo, { rewrite }: AcceptRule) {
  if (!rewrite) return undefined;
  const content = Readable.from([rewrite(readFileSync(path), what)]);
  return writeHashed(path, { content }, () => undefined);
}

/** Returns 413 with the limit in megabytes. `details.limit` is the limit in bytes. */
export const fileTooLargeError = (limit: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${Math.floor(limit / 1024 / 1024)} MB.`, {
    limit,
  });

/**
 * Returns the name for display: the last part of a path, at most 200 characters from its end. Removes control
 * characters, line separators and direction marks. An empty name becomes `file`.
 */
function cleanName(name: string): string {
  const base = name
    .split(/[\\/]/)
    .at(-1)!
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/gu, '');
  return endOf(base, 200) || 'file';
}

/** Returns a Content-Disposition header (RFC 6266): an ASCII name for old clients and the exact name. */
export function formatContentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
