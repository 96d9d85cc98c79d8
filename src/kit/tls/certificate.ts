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
import { FileLockedError, readText, replaceFile, syncFolder } from '../on-disk.ts';
import { errorMessageOf } from '../error-message.ts';
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

/** The two voices this module needs of a log. */
export interface CertificateLog {
  info(message: string): void;
  warn(message: string): void;
}

// Key and certificates share one file: a single rename replaces both, so a crash leaves the old pair or the new one
// and never half of each.
const pairFile = 'server.pem';
const MAX_COPIES = 10;
const keyBlock = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?-----END \1-----\n?/;

/**
 * The server's certificate from `<dir>/server.pem`, made on the first start for the names of this host.
 * Of the copies of those before it the newest ten stay, for each holds a key. Throws CertificateError naming the file
 * when it cannot be used: agents pin its key, so it is never replaced unasked.
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
  options.log.info(`Made a self-signed certificate for ${names.join(', ')} in ${path}.`);
  return pair;
}

/** What this machine is called: its own names and addresses, and those that its certificate is made for. */
export async function listOwnHostNames(dir: string): Promise<string[]> {
  const certified = hasCertificate(dir) ? describeCertificate(loadCertificate(dir).cert).sans : [];
  return [...(await hostNames()), ...certified];
}

/** Reads and checks `<dir>/server.pem`. Throws CertificateError naming the file and what to do. */
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
        'once with --new-certificate; PCs that trust the old one must then be told the new one.',
      'certificate',
      { cause: error },
    );
  }
}

/**
 * Replaces `<dir>/server.pem` in one step and returns the path of the copy kept of the old file, if there was one.
 * Check the pair first (`checkPair`).
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
  const kept = keepOldFile(path);
  replaceFile(temporary, path);
  syncFolder(dir);
  return kept;
}

/** The oldest first: their names say when each was replaced. */
const copiesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => /^server-\d{8}T\d+Z\.pem$/.test(name))
    .sort();

/** Takes back a `saveCertificate`: the copy that it kept is the file again; without one there is none. */
export function restoreCertificate(dir: string, kept: string | undefined): void {
  const path = join(dir, pairFile);
  if (kept) replaceFile(kept, path);
  else rmSync(path, { force: true });
  syncFolder(dir);
}

/** Whether `<dir>/server.pem` is there. */
export const hasCertificate = (dir: string): boolean => existsSync(join(dir, pairFile));

/** Makes a self-signed ECDSA P-256 certificate for 1 to 825 days. Throws CertificateError on unusable names. */
export async function generateCertificate(
  request: CertificateRequest,
  now = new Date(),
): Promise<CertificatePair> {
  // Loaded on demand: the ASN.1 library costs every other start 40 ms.
  // The library wants this polyfill before its first line runs; in a bundle, a plain import comes too late.
  await import('reflect-metadata');
  const { makeCertificate } = await import('./certificate-make.ts');
  return makeCertificate(request, now);
}

function keepOldFile(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace('.', '');
  const kept = path.replace(/\.pem$/, `-${stamp}.pem`);
  copyFileSync(path, kept);
  return kept;
}

function warnOfExpiry(path: string, pair: CertificatePair, log: CertificateLog): void {
  const { daystoexpiry, notafter } = describeCertificate(pair.cert);
  if (daystoexpiry < 0)
    log.warn(`The certificate ${path} expired at ${notafter}: browsers will warn. Make a new one.`);
  else if (daystoexpiry < 30)
    log.warn(`The certificate ${path} expires in ${daystoexpiry} days, at ${notafter}.`);
}
