import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import type { RegeneratedKeys } from '../audit/regenerated-keys.ts';
import type { Config } from '../config.ts';
import { HEAD_FILE } from '../data/copies.ts';
import { openSecrets, secretsPath } from '../secrets.ts';
import { hasCertificate, loadCertificate } from '../tls/certificate.ts';

/**
 * A key or certificate that the data need and that is missing: the consequences in a sentence, and the
 * details for the audit log.
 */
interface LostKey<Noted> {
  sentence: string;
  noted: Noted;
}

/**
 * Checks, before a start changes anything, whether keys or a certificate that the data need are missing.
 * Throws the error of a damaged key or certificate. Throws an Error that lists the consequences of missing
 * ones, unless the command line allows to continue without them. In that case returns the items to
 * regenerate.
 */
export function checkLostKeys(config: Config, sqlite: Sqlite): RegeneratedKeys {
  refuseDamagedKeys(config);
  const secrets = findLostSecrets(config.data, sqlite);
  const certificate = config.tls ? findLostCertificate(config.data, sqlite) : undefined;
  const unasked = [
    ...(secrets && !config.newSecrets ? [secrets.sentence] : []),
    ...(certificate && !config.newCertificate ? [certificate.sentence] : []),
  ];
  if (unasked.length > 0) {
    const hint =
      'Keys and certificate are both missing. To continue without them, use both --new-secrets and --new-certificate.';
    throw new Error([...unasked, ...(secrets && certificate ? [hint] : [])].join(' '));
  }
  return { secrets: secrets?.noted, certificate: certificate?.noted };
}

/** Throws an Error for damaged keys or a damaged certificate, because reading them reports the defect. */
function refuseDamagedKeys({ data, tls }: Config): void {
  if (existsSync(secretsPath(data))) openSecrets(data);
  if (tls && hasCertificate(join(data, 'certs'))) loadCertificate(join(data, 'certs'));
}

/**
 * Returns the missing keys, or undefined when they exist or the data need none. Data with an audit row were
 * written with keys. A head of the audit log also needed keys, even without a row, as on an appliance that
 * was started but never set up.
 */
export function findLostSecrets(data: string, sqlite: Sqlite): LostKey<{ settings: string[] }> | undefined {
  const file = secretsPath(data);
  const isWritten = () =>
    existsSync(join(data, HEAD_FILE)) || sqlite.ask('SELECT 1 FROM auditlogs LIMIT 1').length > 0;
  if (existsSync(file) || !isWritten()) return undefined;
  const settings = (
    sqlite.ask('SELECT key FROM settings WHERE sealed IS NOT NULL ORDER BY key') as { key: string }[]
  ).map(({ key }) => key);
  const again = settings.length > 0 ? `secret settings (${settings.join(', ')})` : 'secret settings';
  const sentence = `${file} with the keys of these data is missing. Restore it from a backup, or start once with --new-secrets. Then all users must sign in again, ${again} and other encrypted values such as PINs and webhooks must be entered again, and existing audit rows can no longer be verified.`;
  return { sentence, noted: { settings } };
}

/**
 * Returns the missing certificate, or undefined when it exists or never existed. An appliance that served
 * HTTPS records its certificate with the keys. If it manages PCs, the database records it too, in case the
 * keys are lost as well. For older versions, the remaining folder is the evidence.
 */
export function findLostCertificate(
  data: string,
  sqlite: Sqlite,
): LostKey<{ lost: string | null }> | undefined {
  const folder = join(data, 'certs');
  if (hasCertificate(folder)) return undefined;
  const storedPin = existsSync(secretsPath(data)) ? openSecrets(data).certificate.pin : undefined;
  const pin = storedPin ?? readServedPin(sqlite);
  if (pin === undefined && !existsSync(folder)) return undefined;
  const which = pin === undefined ? '' : `, the certificate with the SPKI pin ${pin}`;
  const sentence = `${join(folder, 'server.pem')} is missing${which}. Restore it from a backup, or start once with --new-certificate. Then PCs and scripts that pin the old certificate do not trust this appliance until you update them.`;
  return { sentence, noted: { lost: pin ?? null } };
}

/**
 * Returns the pin of the certificate that PCs trust. Its table belongs to a plugin whose migrations may not
 * have run.
 */
function readServedPin(sqlite: Sqlite): string | undefined {
  const table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'servercertificates'";
  if (sqlite.ask(table).length === 0) return undefined;
  const [row] = sqlite.ask("SELECT spkipin FROM servercertificates WHERE state = 'served'");
  return (row as { spkipin: string } | undefined)?.spkipin;
}
