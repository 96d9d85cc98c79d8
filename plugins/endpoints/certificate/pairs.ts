import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, invalid, invalidFields } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import {
  CertificateError,
  type CertificatePair,
  checkPair,
  generateCertificate,
  hasCertificate,
  loadCertificate,
  MissingIssuerError,
  saveCertificate,
} from '../../../src/kit/tls/certificate.ts';
import { ServedCertificate } from '../../../src/kit/tls/served-certificate.ts';
import type { GenerateCertificateInput, UploadCertificateInput } from './schemas.ts';

/** Returns the folder that contains the served certificate, the announced one and the open request. */
export const folderOf = ({ config }: Host): string => join(config.data, 'certs');
const nextFolderOf = (host: Host): string => join(folderOf(host), 'next');

/**
 * Returns the served pair, or without TLS the pair that would be served. Returns undefined when there is
 * none. Throws 409 for a damaged file.
 */
export function findCurrentPair(host: Host): CertificatePair | undefined {
  const { pair } = host.getInstance(ServedCertificate);
  if (pair || !hasCertificate(folderOf(host))) return pair;
  try {
    return loadCertificate(folderOf(host));
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause;
    throw new AppError(
      'CONFLICT',
      'The certificate file of this appliance is damaged. Run "millwright doctor" for details.',
    );
  }
}

/**
 * Returns the key of the current pair. Throws CertificateError when there is none, and 409 for a damaged
 * file.
 */
export function currentKey(host: Host): string {
  const key = findCurrentPair(host)?.key;
  if (key === undefined)
    throw new CertificateError('This appliance has no key yet. Create a new key.', 'keepkey');
  return key;
}

/**
 * Generates a self-signed pair, which is not stored. Throws 400 with the field for values that no certificate
 * can contain, and for `keepkey` without a current key.
 */
export function generatePair(host: Host, input: GenerateCertificateInput): Promise<CertificatePair> {
  const { commonname, sans, validitydays, keepkey } = input;
  return withCertificateFieldErrors(() => {
    const key = keepkey ? currentKey(host) : undefined;
    return generateCertificate({ commonname, sans, validitydays, key }, host.clock.now());
  });
}

/** Returns the uploaded pair in normalized form. Throws 400 with the field when the pair cannot be served. */
export const checkUploadedPair = (
  host: Host,
  { certificate, key }: UploadCertificateInput,
): Promise<CertificatePair> =>
  withCertificateFieldErrors(() => checkPair(certificate, key, host.clock.now()));

/**
 * Runs `make` and converts its certificate errors to 400 with the field. An error for a missing issuer also
 * names `withoutchain`.
 */
export async function withCertificateFieldErrors<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    if (cause instanceof MissingIssuerError)
      throw invalidFields([
        { path: cause.field, message: cause.message },
        { path: 'withoutchain', message: 'Select this only when all devices trust the issuer directly.' },
      ]);
    if (cause instanceof CertificateError) throw invalid(cause.field, cause.message);
    throw cause;
  }
}

/** Stores the pair to be served later, and deletes the previously announced one. */
export function saveNext(host: Host, pair: CertificatePair): void {
  deleteNext(host);
  saveCertificate(nextFolderOf(host), pair);
}

/** Deletes the files of the announced pair, if there are any. */
export const deleteNext = (host: Host): void => rmSync(nextFolderOf(host), { recursive: true, force: true });

/**
 * Calls `serve` with the announced pair, then deletes its files. Throws 409 and keeps the files when the pair
 * can no longer be served.
 */
export async function serveNextPair(
  host: Host,
  serve: (pair: CertificatePair) => Promise<void>,
): Promise<void> {
  try {
    const { cert, key } = loadCertificate(nextFolderOf(host));
    await serve(checkPair(cert, key, host.clock.now()));
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause;
    throw new AppError('CONFLICT', `The announced certificate cannot be used. Withdraw it. ${cause.message}`);
  }
  deleteNext(host);
}
