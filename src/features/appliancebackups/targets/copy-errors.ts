import type { BackupMetadata } from '../../../kit/backup/backup-store.ts';

/** A target that a backup was not copied to, and why. */
export type CopyError = BackupMetadata['copyerrors'][number];

const PREFIX = 'Not copied to ';

/** Returns one text with the reason of each failed target; an empty text without failures. */
export const formatCopyErrors = (errors: readonly CopyError[]): string =>
  errors.map(({ target, reason }) => `${PREFIX}${target}: ${reason}`).join(' ');

/**
 * Reports whether the `error` of a backup is about its copies. Version 0.2.0 stored only the text, so the
 * text decides.
 */
export const hasCopyError = ({ error }: Pick<BackupMetadata, 'error'>): boolean =>
  error?.startsWith(PREFIX) ?? false;
