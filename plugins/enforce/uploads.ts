import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../../src/kit/actor.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../src/kit/errors.ts';
import { toWriteError, writeStream } from '../../src/kit/files/write-stream.ts';
import type { Host } from '../../src/kit/host.ts';
import type { IncomingBody } from '../../src/kit/http/incoming-body.ts';
import {
  deleteExpiredUploads,
  deleteUpload,
  insertUpload,
  openUploads,
  uploadKeys,
  uploadOf,
} from './blob-queries.ts';
import {
  attachPayload,
  buildPayloadRule,
  PAYLOAD_AREA,
  refuseLargePayload,
  refuseOtherHash,
} from './blobs.ts';
import { refuseMissingEntry } from './entries.ts';
import type { EntryRecord } from './entry-shape.ts';
import type { PayloadUpload } from './tables.ts';

const LIVES_MS = 24 * 3600 * 1000;
/** Maximum open uploads of one user or service token, and of all callers together. */
export const MAX_UPLOADS_PER_CALLER = 5;
const MAX_UPLOADS = 40;

/** Progress of an upload, with the entry once it is complete. */
export interface UploadState {
  uploadkey: string;
  size: number;
  offset: number;
  expiresat: string;
  entry: EntryRecord | null;
}

/**
 * Resumable uploads according to the tus protocol 1.0. An upload starts with its size and is filled in one or
 * more pieces, each from the end of the previous one. Received bytes are on disk and survive a restart.
 */
export class Uploads {
  private readonly root: string;
  private readonly arriving = new Map<string, IncomingBody>();

  constructor(private readonly host: Host) {
    this.root = join(host.config.data, 'uploads');
  }

  /**
   * Starts an upload. Throws 404 for an unknown entry, 413 for a file above the size limit, and 409 LIMIT
   * when too many uploads are open.
   */
  begin(
    actor: Actor,
    entryid: number,
    input: { size: number; filename: string; sha256?: string | null },
  ): UploadState {
    refuseMissingEntry(this.host, entryid);
    refuseLargePayload(this.host, input.size);
    const { db, clock } = this.host;
    const owner = ownerOf(actor);
    this.refuseMore(owner);
    mkdirSync(this.root, { recursive: true, mode: 0o700 });
    // The key contains the owner, so that the uploads of an owner can be counted, even after a restart.
    const uploadkey = `${owner}${randomBytes(16).toString('hex')}`;
    const expiresat = new Date(clock.now().getTime() + LIVES_MS).toISOString();
    const { size, filename, sha256 = null } = input;
    db.writeUnaudited((tx) =>
      insertUpload.run(tx, { uploadkey, entryid, size, filename, sha256, expiresat, at: tx.at }),
    );
    return { uploadkey, size, offset: 0, expiresat, entry: null };
  }

  /** Returns the progress of an upload. Throws 404 when it is unknown or expired. */
  progress(uploadkey: string): UploadState {
    const { size, expiresat } = this.must(uploadkey);
    return { uploadkey, size, offset: this.offsetOf(uploadkey), expiresat, entry: null };
  }

  /**
   * Appends the next piece, and ends an earlier piece that still arrives. Bytes that arrived before an
   * interruption stay. The last byte completes the upload and changes the entry. Throws 404 for an unknown
   * upload, 409 when the piece starts at another offset, and 507 when the area or the disk is full.
   */
  async add(
    context: WriteContext,
    uploadkey: string,
    from: number,
    piece: IncomingBody,
  ): Promise<UploadState> {
    // The previous piece may belong to a silently broken connection and would never end by itself. There is
    // no await between the last check and the registration of this piece.
    for (let earlier = this.arriving.get(uploadkey); earlier; earlier = this.arriving.get(uploadkey)) {
      earlier.end(goesOn());
      await earlier.whenClosed;
    }
    const upload = this.must(uploadkey);
    const before = this.offsetOf(uploadkey);
    if (from !== before)
      throw new AppError('CONFLICT', `The next piece begins at byte ${before}.`, {
        field: 'Upload-Offset',
        offset: before,
      });
    this.arriving.set(uploadkey, piece);
    try {
      await this.append(upload, before, piece);
      const offset = this.offsetOf(uploadkey);
      const entry = offset === upload.size ? await this.finish(context, upload) : null;
      return { uploadkey, size: upload.size, offset, expiresat: upload.expiresat, entry };
    } finally {
      this.arriving.delete(uploadkey);
    }
  }

  /** Cancels an upload and deletes its bytes. Throws 404 when it is unknown or expired. */
  end(uploadkey: string): void {
    this.must(uploadkey);
    this.arriving.get(uploadkey)?.end(goesOn());
    this.remove(uploadkey);
  }

  /** Deletes expired uploads, and files without an upload. */
  deleteExpired(): void {
    if (!existsSync(this.root)) return;
    this.host.db.writeUnaudited((tx) => deleteExpiredUploads.run(tx, { at: tx.at }));
    const currentKeys = new Set(
      this.host.db.read((reader) => uploadKeys.all(reader)).map(({ uploadkey }) => uploadkey),
    );
    for (const name of readdirSync(this.root))
      if (!currentKeys.has(name) && !this.arriving.has(name)) rmSync(join(this.root, name), { force: true });
  }

  private async append(upload: PayloadUpload, before: number, piece: IncomingBody): Promise<void> {
    const reservation = this.host.files.reserve(
      PAYLOAD_AREA,
      buildPayloadRule(this.host),
      this.pausedBytes(),
    );
    let size = before;
    try {
      await writeStream(this.path(upload.uploadkey), piece, {
        flag: 'a',
        signal: piece.signal,
        each: ({ byteLength }) => {
          size += byteLength;
          if (size > upload.size) throw invalid('Upload-Offset', 'The piece exceeds the size of the upload.');
          reservation.hold(size);
        },
      });
    } catch (cause) {
      throw toWriteError(cause, this.host.log);
    } finally {
      reservation.end();
    }
  }

  /** Returns the bytes on disk of uploads of which no piece is arriving. Reservations count the others. */
  private pausedBytes(): number {
    return readdirSync(this.root)
      .filter((name) => !this.arriving.has(name))
      .reduce((sum, name) => sum + this.offsetOf(name), 0);
  }

  /** Stores the upload like any other payload. A file with another hash than declared is deleted. */
  private async finish(context: WriteContext, upload: PayloadUpload): Promise<EntryRecord> {
    const { uploadkey, entryid, filename, sha256 } = upload;
    const { files } = this.host;
    refuseMissingEntry(this.host, entryid);
    const content = createReadStream(this.path(uploadkey));
    const file = await files.save(PAYLOAD_AREA, { filename, content }, buildPayloadRule(this.host));
    try {
      refuseOtherHash(file, sha256);
      const entry = attachPayload(this.host, context, entryid, file);
      await files.settled;
      return entry;
    } catch (cause) {
      files.discard(file);
      throw cause;
    } finally {
      this.remove(uploadkey);
    }
  }

  private refuseMore(owner: string): void {
    const { own, all } = this.host.db.read((reader) => openUploads.get(reader, { owner }))!;
    const rest = 'Cancel one, or wait: uploads expire one day after their start.';
    if (own >= MAX_UPLOADS_PER_CALLER)
      throw new AppError(
        'LIMIT',
        `You have ${MAX_UPLOADS_PER_CALLER} uploads in progress, which is the maximum. ${rest}`,
      );
    if (all >= MAX_UPLOADS)
      throw new AppError(
        'LIMIT',
        `${MAX_UPLOADS} uploads are in progress on this appliance, which is the maximum. ${rest}`,
      );
  }

  private remove(uploadkey: string): void {
    this.host.db.writeUnaudited((tx) => deleteUpload.run(tx, { uploadkey }));
    rmSync(this.path(uploadkey), { force: true });
  }

  private must(uploadkey: string): PayloadUpload {
    const upload = this.host.db.read((reader) => uploadOf.get(reader, { uploadkey }));
    if (!upload || upload.expiresat <= this.host.clock.now().toISOString()) throw notFound('Upload');
    return upload;
  }

  /**
   * Returns the path of the bytes of an upload. The key was found in the database or in the folder before, so
   * that no path is built from caller input.
   */
  private path(uploadkey: string): string {
    return join(this.root, uploadkey);
  }

  private offsetOf(uploadkey: string): number {
    return existsSync(this.path(uploadkey)) ? statSync(this.path(uploadkey)).size : 0;
  }
}

/** Returns the owner prefix. All tokens of a user share one prefix; a service token has its own. */
const ownerOf = ({ userid, tokenid }: Actor): string =>
  userid === null ? `t${tokenid ?? 0}-` : `u${userid}-`;

const goesOn = () =>
  new AppError('CONFLICT', 'Another piece of this upload was received. Request the current offset.');
