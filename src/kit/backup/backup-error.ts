/** The cause of a fault: the file, its passphrase, or the disk of this machine. */
export type BackupErrorKind = 'file' | 'passphrase' | 'disk';

/** What is wrong with a backup, in a sentence for people. */
export class BackupError extends Error {
  readonly kind: BackupErrorKind = 'file';
}

/** It may be whole: nobody can tell without the right passphrase. */
export class WrongPassphraseError extends BackupError {
  override readonly kind = 'passphrase';
}

/** The disk has too little free space to unpack the backup, which may be whole. */
export class NoDiskSpaceError extends BackupError {
  override readonly kind = 'disk';
}

/** Advice for a file that was possibly cut short while it was copied. */
export const COPY_AGAIN = 'If you copied or downloaded it, copy or download it again.';

/** Content that is read, or written, a piece at a time. */
export type Chunks = AsyncIterable<Uint8Array>;
