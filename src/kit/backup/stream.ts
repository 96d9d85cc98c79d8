import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { listPasswordSpellings, normalizePassword } from '../password-spellings.ts';
import { BackupError, type Chunks, WrongPassphraseError } from './backup-error.ts';
import { hasEncryptedHeader, hasEncryptedName, readHeader } from './encrypted-file.ts';
import { checkZstdFrames } from './frames.ts';

const CHUNK_BYTES = 1024 * 1024;
/** The scrypt work factor as a power of two: 64 MB of memory and a tenth of a second for each attempt. */
const WORK_FACTOR = 16;
/** The maximum work factor to accept in files of other programs: 256 MB. */
const MAX_WORK_FACTOR = 18;

/** Adds a checksum of the content, because no manifest contains a hash of the manifest itself. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Returns the content of a backup file: compressed, and encrypted if there is a passphrase. */
export async function compressAndEncrypt(tar: Chunks, passphrase: string): Promise<Chunks> {
  const small = pipeline(Readable.from(tar), createZstdCompress(CHECKED), toldByReading);
  if (passphrase === '') return small;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normalizePassword(passphrase));
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return chunksOf(await encrypter.encrypt(streamOf(small)));
}

/**
 * Returns the tar archive in a backup file. Throws a `WrongPassphraseError` when the passphrase does not
 * decrypt it, and a `BackupError` when it was encrypted in another way or needs too much memory.
 */
export async function decryptAndDecompress(file: string, passphrase: string): Promise<Chunks> {
  const content = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const small =
    hasEncryptedName(file) || hasEncryptedHeader(file)
      ? await openDecrypted(file, content, passphrase)
      : content;
  return pipeline(Readable.from(checkZstdFrames(small)), createZstdDecompress(), toldByReading);
}

async function openDecrypted(file: string, content: Chunks, passphrase: string): Promise<Chunks> {
  refuseHardWork(file);
  const decrypter = new Decrypter();
  // An older backup may be encrypted with the text as it was typed.
  for (const spelling of listPasswordSpellings(passphrase)) decrypter.addPassphrase(spelling);
  try {
    return chunksOf(await decrypter.decrypt(streamOf(content)));
  } catch (cause) {
    throw new WrongPassphraseError('The passphrase does not decrypt this backup.', { cause });
  }
}

/**
 * Throws a `BackupError` when an attempt at the passphrase would take too much memory, or the file is
 * encrypted in another way. The file itself states the work factor.
 */
function refuseHardWork(file: string): void {
  const work = /^-> scrypt \S+ (\d{1,2})$/m.exec(readHeader(file))?.[1];
  if (work === undefined) throw new BackupError('This backup is not encrypted with a passphrase.');
  if (Number(work) > MAX_WORK_FACTOR)
    throw new BackupError('This backup needs too much memory for decryption.');
}

/** Ignores the error of a pipeline: the reader of its end receives it. */
const toldByReading = (): void => undefined;

/** Converts chunks to a web stream. */
export function streamOf(pieces: Chunks): ReadableStream<Uint8Array> {
  const rest = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await rest.return?.()),
  });
}

/** Converts a web stream to chunks for a loop. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that ends early releases the source.
    await reader.cancel();
  }
}
