import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE } from '../../kit/backup/manifest.ts';
import { readCurrentDatabase } from '../../kit/restore/read-current-database.ts';
import { openSecrets, secretsPath } from '../../kit/secrets.ts';
import { PASSPHRASE, PASSPHRASE_ID } from './settings.ts';

/** With what the backups of some data are sealed. */
export interface BackupEncryption {
  /** Empty where they are not. */
  passphrase: string;
  passphraseid: string | null;
}

const NONE: BackupEncryption = { passphrase: '', passphraseid: null };

/**
 * What data that nobody has open have set; `scratch` is a folder that may be made. Undefined where it cannot be read.
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
