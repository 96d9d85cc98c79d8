import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import type { Renewed } from '../kit/audit/renewed.ts';
import type { Config } from '../kit/config.ts';
import { openSecrets, secretsFile } from '../kit/secrets.ts';
import { hasCertificate, loadCertificate } from '../kit/tls/certificate.ts';

/**
 * Looks, before a start changes anything, whether the data were made with keys or a certificate that are gone. Throws an
 * Error that says what depends on them, unless the command line says to go on without; then answers what is made anew.
 */
export function lostKeys(config: Config, sqlite: Sqlite): Renewed {
  refuseDamagedKeys(config);
  return { secrets: lostSecrets(config, sqlite), certificate: lostCertificate(config) };
}

/** Reading them says what is wrong with them. */
function refuseDamagedKeys({ data, tls }: Config): void {
  if (existsSync(secretsFile(data))) openSecrets(data);
  if (tls && hasCertificate(join(data, 'certs'))) loadCertificate(join(data, 'certs'));
}

/** Data that were written to at least once were written under keys. */
function lostSecrets({ data, newSecrets }: Config, sqlite: Sqlite): Renewed['secrets'] {
  const file = secretsFile(data);
  if (existsSync(file) || sqlite.ask('SELECT 1 FROM auditlogs LIMIT 1').length === 0) return undefined;
  const settings = (
    sqlite.ask('SELECT key FROM settings WHERE sealed IS NOT NULL ORDER BY key') as { key: string }[]
  ).map(({ key }) => key);
  if (newSecrets) return { settings };
  const again = settings.length > 0 ? `secret settings (${settings.join(', ')})` : 'secret settings';
  throw new Error(
    `${file} is gone, and with it the keys that these data were made with: put it back from a backup. Or start once with --new-secrets: then everybody must sign in again, ${again} and what else is sealed, such as PINs and webhooks, must be entered again, and the audit log so far can no longer be checked.`,
  );
}

/** An appliance that served HTTPS notes its certificate among the keys; older versions left their folder alone. */
function lostCertificate({ data, tls, newCertificate }: Config): Renewed['certificate'] {
  const folder = join(data, 'certs');
  if (!tls || hasCertificate(folder)) return undefined;
  const pin = existsSync(secretsFile(data)) ? openSecrets(data).certificate.pin : undefined;
  if (pin === undefined && !existsSync(folder)) return undefined;
  if (newCertificate) return { lost: pin ?? null };
  throw new Error(
    `${join(folder, 'server.pem')} is gone${pin === undefined ? '' : `, the certificate with the SPKI pin ${pin}`}: put it back from a backup. Or start once with --new-certificate: then PCs and scripts that pin the old one do not trust this server until they are told the new one.`,
  );
}
