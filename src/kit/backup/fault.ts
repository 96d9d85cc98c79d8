/** What is wrong with a backup, in a sentence for people. */
export class BackupFault extends Error {}

/** It may be whole: nobody can tell without the right passphrase. */
export class WrongPassphrase extends BackupFault {}

/** Content that is read, or written, a piece at a time. */
export type Pieces = AsyncIterable<Uint8Array>;
