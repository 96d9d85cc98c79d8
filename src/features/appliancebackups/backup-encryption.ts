import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE } from '../../kit/backup/manifest.ts';
import { readCurrentDatabase } from '../../kit/restore/read-current-database.ts';
import { openSecrets, secretsPath } from '../../kit/secrets.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';

/** The encryption of backups that a data directory has configured. */
export interface BackupEncryption {
  /** The passphrase of new backups; empty when they are not encrypted. */
  passphrase: string;
  passphraseid: string | null;
}

const NONE: BackupEncryption = { passphrase: '', passphraseid: null };

/**
 * Reads the backup passphrase from closed data; it is empty when none is set or there is no database or
 * secrets file. May create the folder `scratch`. Returns undefined when the data or the passphrase cannot be
 * read.
 */
export function readBackupEncryption(data: string, scratch: string): BackupEncryption | undefined {
  if (!existsSync(join(data, DATABASE)) || !existsSync(secretsPath(data))) return NONE;
  try {
    const rows = readCurrentDatabase(data, scratch, (sqlite) =>
      sqlite.ask('SELECT key, value, sealed FROM settings WHERE key IN (?, ?)', PASSPHRASE, PASSPHRASE_ID),
    ) as { key: string; value: string | null; sealed: string | null }[];
    const sealed = rows.find(({ key }) => key === PASSPHRASE)?.sealed;
    if (!sealed) return NONE;
    const passphrase = openSecrets(data).decrypt(sealed);
    const passphraseid = rows.find(({ key }) => key === PASSPHRASE_ID)?.value ?? null;
    return passphrase === undefined ? undefined : { passphrase, passphraseid };
  } catch {
    return undefined;
  }
}
