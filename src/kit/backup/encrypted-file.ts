import { closeSync, openSync, readSync } from 'node:fs';

/** The header of a file that one passphrase opens is shorter. */
const HEADER_BYTES = 400;

/** Whether a passphrase is needed to read a file of this name. */
export const hasEncryptedName = (file: string): boolean => file.endsWith('.age');

/** Whether a passphrase is needed to read the file, whatever it is called. */
export const hasEncryptedHeader = (file: string): boolean =>
  readHeader(file).startsWith('age-encryption.org/');

/** The first bytes of a file, as text. */
export function readHeader(file: string): string {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, 'r');
  try {
    return header.toString('latin1', 0, readSync(handle, header, 0, HEADER_BYTES, null));
  } finally {
    closeSync(handle);
  }
}
