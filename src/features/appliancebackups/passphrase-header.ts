import { invalid } from '../../kit/errors.ts';

/** The passphrase that a request brings beside a raw body; undefined where it brings none. */
export function passphraseOf(req: Request): string | undefined {
  const header = req.headers.get('x-backup-passphrase');
  if (!header) return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    throw invalid('passphrase', 'The header X-Backup-Passphrase is UTF-8, percent-encoded.');
  }
}
