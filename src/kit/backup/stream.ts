import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { listPasswordSpellings, normalizePassword } from '../password-spellings.ts';
import { BackupError, type Chunks, WrongPassphraseError } from './backup-error.ts';
import { checkZstdFrames } from './frames.ts';
import { hasEncryptedHeader, hasEncryptedName, readHeader } from './encrypted-file.ts';

const PIECE = 1024 * 1024;
/** 64 MB of memory and a tenth of a second for each try at a passphrase, as a power of two. */
const WORK_FACTOR = 16;
/** What others sealed may take 256 MB. */
const MAX_WORK_FACTOR = 18;

/** With a sum over the content: the manifest itself stands in no other. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Compressed, and sealed where there is a passphrase: what stands in the file of a backup. */
export async function compressAndEncrypt(tar: Chunks, passphrase: string): Promise<Chunks> {
  const small = pipeline(Readable.from(tar), createZstdCompress(CHECKED), toldByReading);
  if (passphrase === '') return small;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normalizePassword(passphrase));
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return chunksOf(await encrypter.encrypt(streamOf(small)));
}

/** The tar archive in the file of a backup. Throws a BackupFault when the passphrase does not open it. */
export async function decryptAndDecompress(file: string, passphrase: string): Promise<Chunks> {
  const content = createReadStream(file, { highWaterMark: PIECE });
  const small =
    hasEncryptedName(file) || hasEncryptedHeader(file) ? await opened(file, content, passphrase) : content;
  return pipeline(Readable.from(checkZstdFrames(small)), createZstdDecompress(), toldByReading);
}

async function opened(file: string, content: Chunks, passphrase: string): Promise<Chunks> {
  refuseHardWork(file);
  const decrypter = new Decrypter();
  // An older backup may be encrypted with the text as it was typed.
  for (const spelling of listPasswordSpellings(passphrase)) decrypter.addPassphrase(spelling);
  try {
    return chunksOf(await decrypter.decrypt(streamOf(content)));
  } catch (cause) {
    throw new WrongPassphraseError('The passphrase does not open this backup.', { cause });
  }
}

/** The file itself says how much memory a try at its passphrase takes. */
function refuseHardWork(file: string): void {
  const work = /^-> scrypt \S+ (\d{1,2})$/m.exec(readHeader(file))?.[1];
  if (work === undefined) throw new BackupError('This backup is not sealed with a passphrase.');
  if (Number(work) > MAX_WORK_FACTOR)
    throw new BackupError('This backup was sealed in a way that takes too much memory to open.');
}

/** Whoever reads the end of the pipe meets the error there. */
const toldByReading = (): void => undefined;

/** The same as a stream of the web's kind. */
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

/** The same to be read in a loop. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever ends early lets go of what it reads from.
    await reader.cancel();
  }
}
