import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isDiskFull } from '../data/disk-errors.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { waitUnlessAborted } from '../wait-unless-aborted.ts';

/** Error codes for a broken or read-only disk. */
const DISK_ERROR_CODES = new Set(['EIO', 'EROFS']);

interface WriteStreamOptions {
  /** `w` overwrites the file, `a` appends to it. */
  flag: 'w' | 'a';
  /** Stops the write, even while it waits for the next chunk. */
  signal?: AbortSignal;
  /** Called before each chunk is written. Rejects it by throwing. */
  each(piece: Uint8Array): void;
}

/**
 * Writes incoming content to disk. Each chunk is written before the next one is read, and the file is synced
 * at the end. A failure leaves an incomplete file.
 */
export async function writeStream(
  path: string,
  content: AsyncIterable<Uint8Array>,
  { flag, signal, each }: WriteStreamOptions,
): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    for await (const piece of readUntilAborted(signal, content)) {
      each(piece);
      await writeWhole(file, piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Overwrites the file from its beginning. Returns the size and the hash of the content. */
export async function writeHashed(
  path: string,
  { content, signal }: { content: AsyncIterable<Uint8Array>; signal?: AbortSignal },
  /** Receives the number of bytes so far, and throws when there are too many. */
  check: (total: number) => void,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  await writeStream(path, content, {
    flag: 'w',
    signal,
    each: (piece) => {
      size += piece.byteLength;
      check(size);
      hash.update(piece);
    },
  });
  return { size, sha256: hash.digest('hex') };
}

/** Writes a whole chunk. A nearly full disk writes a part of it and rejects the rest. */
async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength; ) at += (await file.write(piece, at)).bytesWritten;
}

/** Yields the content until the signal is aborted, without waiting for a silent client. */
async function* readUntilAborted(
  signal: AbortSignal | undefined,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!signal) return yield* content;
  const pieces = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await waitUnlessAborted(signal, () => pieces.next());
      if (done) return;
      yield value;
    }
  } finally {
    pieces.return?.().catch(ignore);
  }
}

/** Ignores the rejection, because the client that sent the content already has the error. */
const ignore = () => undefined;

/**
 * Returns the error for the client after a failed write. If the disk is full, broken or read-only, logs the
 * cause and returns a 507 error. Returns any other error unchanged.
 */
export function toWriteError(cause: unknown, log: Log): unknown {
  const code = (cause as { code?: unknown } | null)?.code;
  const isFull = isDiskFull(cause);
  if (!isFull && !(typeof code === 'string' && DISK_ERROR_CODES.has(code))) return cause;
  log.error('writing an upload failed', { cause });
  return new AppError(
    'STORAGE_FULL',
    isFull
      ? 'The disk is full. The file was not saved. Free some space and try again.'
      : 'The appliance could not write the file to its disk. Check the disk, then upload the file again.',
  );
}
