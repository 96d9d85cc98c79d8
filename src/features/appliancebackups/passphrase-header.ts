import { invalid } from '../../kit/errors.ts';

/**
 * Returns the passphrase in the header `X-Backup-Passphrase` of a request with a raw body; undefined when
 * there is none. Throws 400 when the header is not percent-encoded UTF-8.
 */
export function passphraseOf(req: Request): string | undefined {
  const header = req.headers.get('x-backup-passphrase');
  if (!header) return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    throw invalid('passphrase', 'The header X-Backup-Passphrase must be percent-encoded UTF-8.');
  }
}
