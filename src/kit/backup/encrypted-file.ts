import { closeSync, openSync, readSync } from 'node:fs';

/** The number of bytes to read for the age header, which is shorter in a file with one passphrase. */
const HEADER_BYTES = 400;

/** Reports whether a file of this name needs a passphrase. */
export const hasEncryptedName = (file: string): boolean => file.endsWith('.age');

/** Reports whether the content of the file needs a passphrase, whatever its name. */
export const hasEncryptedHeader = (file: string): boolean =>
  readHeader(file).startsWith('age-encryption.org/');

/**
 * Returns the first 400 bytes of a file as Latin-1 text, which contain the header of an encrypted file.
 * Throws when the file cannot be opened.
 */
export function readHeader(file: string): string {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, 'r');
  try {
    return header.toString('latin1', 0, readSync(handle, header, 0, HEADER_BYTES, null));
  } finally {
    closeSync(handle);
  }
}
