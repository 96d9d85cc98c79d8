import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorMessageOf } from '../error-message.ts';
import type { Log } from '../log.ts';
import { FileLockedError, readText, replaceFile, syncFolder } from '../on-disk.ts';
import { CertificateError, type CertificatePair, checkMatch } from './certificate-check.ts';
import { describeCertificate } from './certificate-describe.ts';
import { hostNames } from './certificate-host.ts';
import type { CertificateRequest } from './certificate-make.ts';

export {
  CertificateError,
  type CertificatePair,
  checkPair,
  MissingIssuerError,
} from './certificate-check.ts';
export { type CertificateDetails, describeCertificate } from './certificate-describe.ts';

/** The part of a log that this module needs. */
export type CertificateLog = Pick<Log, 'info' | 'warn'>;

// The key and the certificates are in one file. A single rename replaces both, so that a crash leaves either
// the old or the new pair.
const pairFile = 'server.pem';
const MAX_COPIES = 10;
const keyBlock = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----\n?/;

/**
 * Returns the certificate of the server from `<dir>/server.pem`. At the first start, creates it for the names
 * of this host. Keeps only the newest ten copies of previous certificates, because each contains a key.
 * Throws the errors of `loadCertificate`. An unusable file is never replaced automatically, because agents
 * pin its key.
 */
export async function ensureCertificate(
  dir: string,
  options: { hostnames?: string[]; log: CertificateLog },
): Promise<CertificatePair> {
  const path = join(dir, pairFile);
  if (existsSync(path)) {
    const pair = loadCertificate(dir);
    for (const old of copiesIn(dir).slice(0, -MAX_COPIES)) rmSync(join(dir, old), { force: true });
    warnOfExpiry(path, pair, options.log);
    return pair;
  }
  const names = options.hostnames ?? (await hostNames());
  const [own = 'localhost'] = names;
  const pair = await generateCertificate({ commonname: own.length > 64 ? 'Millwright' : own, sans: names });
  saveCertificate(dir, pair);
  options.log.info('created a self-signed certificate', { names, path });
  return pair;
}

/**
 * Returns the names of this server: its own names and addresses, and those in its certificate. Throws the
 * errors of `loadCertificate` when the file exists but is unusable.
 */
export async function listOwnHostNames(dir: string): Promise<string[]> {
  const certified = hasCertificate(dir) ? describeCertificate(loadCertificate(dir).cert).sans : [];
  return [...(await hostNames()), ...certified];
}

/**
 * Reads and checks `<dir>/server.pem`. Throws CertificateError with the name of the file and the remedy, or
 * FileLockedError while another program has it open.
 */
export function loadCertificate(dir: string): CertificatePair {
  const path = join(dir, pairFile);
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    const text = readText(path);
    return checkMatch(text, text.match(keyBlock)?.[0] ?? '');
  } catch (error) {
    if (error instanceof FileLockedError) throw error;
    const reason = errorMessageOf(error);
    throw new CertificateError(
      `The certificate file ${path} cannot be used: ${reason} Restore it from a backup, or move it away and start ` +
        'once with --new-certificate. Then update all PCs that trust the old certificate.',
      'certificate',
      { cause: error },
    );
  }
}

/**
 * Replaces `<dir>/server.pem` in one step. Returns the path of the copy of the old file, if there was one.
 * The caller must check the pair first (`checkPair`).
 */
export function saveCertificate(dir: string, pair: CertificatePair): string | undefined {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, pairFile);
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, `${pair.key.trim()}\n${pair.cert.trim()}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const copy = keepOldFile(path);
  replaceFile(temporary, path);
  syncFolder(dir);
  return copy;
}

/** Returns the copies, the oldest first. Their names contain the time of replacement. */
const copiesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => /^server-\d{8}T\d+Z\.pem$/.test(name))
    .sort();

/** Reverts a `saveCertificate`. Its copy becomes the file again; without a copy the file is deleted. */
export function restoreCertificate(dir: string, copy: string | undefined): void {
  const path = join(dir, pairFile);
  if (copy) replaceFile(copy, path);
  else rmSync(path, { force: true });
  syncFolder(dir);
}

/** Reports whether `<dir>/server.pem` exists. */
export const hasCertificate = (dir: string): boolean => existsSync(join(dir, pairFile));

/**
 * Creates a self-signed ECDSA P-256 certificate for 1 to 825 days. Throws CertificateError for unusable
 * names, another validity or a key of another kind.
 */
export async function generateCertificate(
  request: CertificateRequest,
  now = new Date(),
): Promise<CertificatePair> {
  // The ASN.1 library is loaded on demand, because it would add 40 ms to every other start. It requires this
  // polyfill before its first line runs, and in a bundle a static import would come too late.
  await import('reflect-metadata');
  const { makeCertificate } = await import('./certificate-make.ts');
  return makeCertificate(request, now);
}

function keepOldFile(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace('.', '');
  const copy = path.replace(/\.pem$/, `-${stamp}.pem`);
  copyFileSync(path, copy);
  return copy;
}

function warnOfExpiry(path: string, pair: CertificatePair, log: CertificateLog): void {
  const { daystoexpiry, notafter } = describeCertificate(pair.cert);
  if (daystoexpiry < 0)
    log.warn('the certificate has expired, and browsers warn; create a new one', { path, notafter });
  else if (daystoexpiry < 30) log.warn('the certificate expires soon', { path, notafter, daystoexpiry });
}
