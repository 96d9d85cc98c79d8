import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import type { RegeneratedKeys } from '../audit/regenerated-keys.ts';
import type { Config } from '../config.ts';
import { HEAD_FILE } from '../data/copies.ts';
import { openSecrets, secretsPath } from '../secrets.ts';
import { hasCertificate, loadCertificate } from '../tls/certificate.ts';

/** Something that the data were made with and that is gone: what depends on it, and what is noted of it. */
interface Lost<Noted> {
  sentence: string;
  noted: Noted;
}

/**
 * Looks, before a start changes anything, whether the data were made with keys or a certificate that are gone. Throws an
 * Error that says what depends on them, unless the command line says to go on without; then answers what is made anew.
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
    const both = 'Keys and certificate are both gone: it goes on with --new-secrets --new-certificate only.';
    throw new Error([...unasked, ...(secrets && certificate ? [both] : [])].join(' '));
  }
  return { secrets: secrets?.noted, certificate: certificate?.noted };
}

/** Reading them says what is wrong with them. */
function refuseDamagedKeys({ data, tls }: Config): void {
  if (existsSync(secretsPath(data))) openSecrets(data);
  if (tls && hasCertificate(join(data, 'certs'))) loadCertificate(join(data, 'certs'));
}

/**
 * Data that were written to at least once were written under keys, and so was the head of a log that has no row yet: an
 * appliance that was started and never set up.
 */
export function findLostSecrets(data: string, sqlite: Sqlite): Lost<{ settings: string[] }> | undefined {
  const file = secretsPath(data);
  const isWritten = () =>
    existsSync(join(data, HEAD_FILE)) || sqlite.ask('SELECT 1 FROM auditlogs LIMIT 1').length > 0;
  if (existsSync(file) || !isWritten()) return undefined;
  const settings = (
    sqlite.ask('SELECT key FROM settings WHERE sealed IS NOT NULL ORDER BY key') as { key: string }[]
  ).map(({ key }) => key);
  const again = settings.length > 0 ? `secret settings (${settings.join(', ')})` : 'secret settings';
  const sentence = `${file} is gone, and with it the keys that these data were made with: put it back from a backup. Or start once with --new-secrets: then everybody must sign in again, ${again} and what else is sealed, such as PINs and webhooks, must be entered again, and the audit log so far can no longer be checked.`;
  return { sentence, noted: { settings } };
}

/**
 * An appliance that served HTTPS notes its certificate among the keys, and where PCs are managed in the database too,
 * which still tells of it when the keys are gone with it; older versions left their folder alone.
 */
export function findLostCertificate(data: string, sqlite: Sqlite): Lost<{ lost: string | null }> | undefined {
  const folder = join(data, 'certs');
  if (hasCertificate(folder)) return undefined;
  const kept = existsSync(secretsPath(data)) ? openSecrets(data).certificate.pin : undefined;
  const pin = kept ?? servedPin(sqlite);
  if (pin === undefined && !existsSync(folder)) return undefined;
  const which = pin === undefined ? '' : `, the certificate with the SPKI pin ${pin}`;
  const sentence = `${join(folder, 'server.pem')} is gone${which}: put it back from a backup. Or start once with --new-certificate: then PCs and scripts that pin the old one do not trust this server until they are told the new one.`;
  return { sentence, noted: { lost: pin ?? null } };
}

/** The pin of the certificate that PCs know. The table belongs to a plugin, whose migrations may not have run. */
function servedPin(sqlite: Sqlite): string | undefined {
  const table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'servercertificates'";
  if (sqlite.ask(table).length === 0) return undefined;
  const [row] = sqlite.ask("SELECT spkipin FROM servercertificates WHERE state = 'served'");
  return (row as { spkipin: string } | undefined)?.spkipin;
}
