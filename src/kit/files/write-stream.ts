import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';

/** The disk, the quota or the limit on one file. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** A disk that is broken or may not be written. */
const BROKEN = new Set(['EIO', 'EROFS']);

interface Writing {
  /** `w` writes the file anew, `a` goes on with it. */
  flag: 'w' | 'a';
  /** Ends it, even while the next piece is waited for. */
  signal?: AbortSignal;
  /** Hears of each piece before it is written, and refuses by throwing. */
  each(piece: Uint8Array): void;
}

/** The one way in which content that arrives goes to the disk: each piece is written before the next one is taken. */
export async function writeStream(
  path: string,
  content: AsyncIterable<Uint8Array>,
  { flag, signal, each }: Writing,
): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    for await (const piece of until(signal, content)) {
      each(piece);
      await writeWhole(file, piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes the file, from its beginning; answers what its bytes come to. */
export async function writeHashed(
  path: string,
  { content, signal }: { content: AsyncIterable<Uint8Array>; signal?: AbortSignal },
  /** Is told the bytes so far and throws when there are too many. */
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

/** A disk that is nearly full takes a part, and refuses the rest. */
async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength; ) at += (await file.write(piece, at)).bytesWritten;
}

/** The content until the signal: whoever sends it may be silent, and is not waited for. */
async function* until(
  signal: AbortSignal | undefined,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!signal) return yield* content;
  const pieces = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await unless(signal, () => pieces.next());
      if (done) return;
      yield value;
    }
  } finally {
    pieces.return?.().catch(ignored);
  }
}

/** Who sent it knows already. */
const ignored = () => undefined;

/** What the work answers; rejects as soon as the signal is aborted. */
function unless<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave));
  });
}

/** What is told of a write that failed: of a disk that refused it 507, and the log has why. */
export function toWriteError(cause: unknown, log: Log): unknown {
  const code = (cause as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !(NO_ROOM.has(code) || BROKEN.has(code))) return cause;
  log.error('the disk refused an upload', { cause });
  return new AppError(
    'STORAGE_FULL',
    NO_ROOM.has(code)
      ? 'The disk is full. The file was not saved; free some space and try again.'
      : 'The disk of the server did not take the file. Have it looked at, then send the file again.',
  );
}
