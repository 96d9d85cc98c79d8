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

export const folderOf = ({ config }: Host): string => join(config.data, 'certs');
const nextFolderOf = (host: Host): string => join(folderOf(host), 'next');

/** The pair that is served, or without TLS the one that would be; undefined when there is none. */
export function findCurrentPair(host: Host): CertificatePair | undefined {
  const { pair } = host.getInstance(ServedCertificate);
  if (pair || !hasCertificate(folderOf(host))) return pair;
  try {
    return loadCertificate(folderOf(host));
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause;
    throw new AppError(
      'CONFLICT',
      'The certificate file of this appliance is damaged. The doctor says more.',
    );
  }
}

/** The key of the current pair. Throws CertificateError when there is none. */
export function currentKey(host: Host): string {
  const key = findCurrentPair(host)?.key;
  if (key === undefined) throw new CertificateError('There is no key yet that could be kept.', 'keepkey');
  return key;
}

/** A self-signed pair; 400 that names the field for what no certificate can carry. */
export function generatePair(host: Host, given: GenerateCertificateInput): Promise<CertificatePair> {
  const { commonname, sans, validitydays, keepkey } = given;
  return withCertificateFieldErrors(() => {
    const key = keepkey ? currentKey(host) : undefined;
    return generateCertificate({ commonname, sans, validitydays, key }, host.clock.now());
  });
}

/** The pair that was sent, tidied; 400 that names the field for one that cannot be served. */
export const checkUploadedPair = (
  host: Host,
  { certificate, key }: UploadCertificateInput,
): Promise<CertificatePair> =>
  withCertificateFieldErrors(() => checkPair(certificate, key, host.clock.now()));

/** 400 that names the field for what is wrong with a certificate that somebody sent or asked for. */
export async function withCertificateFieldErrors<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    if (cause instanceof MissingIssuerError)
      throw invalidFields([
        { path: cause.field, message: cause.message },
        { path: 'withoutchain', message: 'Set this only when the devices trust the issuer directly.' },
      ]);
    if (cause instanceof CertificateError) throw invalid(cause.field, cause.message);
    throw cause;
  }
}

/** Keeps the pair that is to be served later, with nothing of another one beside it. */
export function saveNext(host: Host, pair: CertificatePair): void {
  deleteNext(host);
  saveCertificate(nextFolderOf(host), pair);
}

export const deleteNext = (host: Host): void => rmSync(nextFolderOf(host), { recursive: true, force: true });

/** Serves the announced pair with what is given; 409 when it cannot be served any more. */
export async function serveNextPair(
  host: Host,
  serve: (pair: CertificatePair) => Promise<void>,
): Promise<void> {
  try {
    const { cert, key } = loadCertificate(nextFolderOf(host));
    await serve(checkPair(cert, key, host.clock.now()));
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause;
    throw new AppError(
      'CONFLICT',
      `The announced certificate cannot be served; take it back. ${cause.message}`,
    );
  }
  deleteNext(host);
}
