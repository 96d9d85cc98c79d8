/** The cause of a fault: the file, its passphrase, or the disk of this machine. */
export type BackupErrorKind = 'file' | 'passphrase' | 'disk';

/** An error of a backup, with a message for users. */
export class BackupError extends Error {
  readonly kind: BackupErrorKind = 'file';
}

/**
 * The passphrase does not decrypt the backup. The backup may be complete, which only the right passphrase can
 * reveal.
 */
export class WrongPassphraseError extends BackupError {
  override readonly kind = 'passphrase';
}

/** The disk has too little free space to unpack the backup, which may be complete. */
export class NoDiskSpaceError extends BackupError {
  override readonly kind = 'disk';
}

/** Advice for a file that was possibly cut short while it was copied. */
export const COPY_AGAIN = 'If you copied or downloaded it, copy or download it again.';

/** Content that is read or written in chunks. */
export type Chunks = AsyncIterable<Uint8Array>;
