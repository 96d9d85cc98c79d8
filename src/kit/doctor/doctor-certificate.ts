import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import { describeCertificate, hasCertificate, loadCertificate } from '../tls/certificate.ts';
import { findLostCertificate } from './lost-keys.ts';

/** From so many days before the end, people are told. */
const WARN_DAYS = 30;

/** The certificate that agents are told of before it is served. */
const announced = (folder: string): string[] =>
  hasCertificate(folder)
    ? [`       SPKI SHA-256 pin, announced: ${describeCertificate(loadCertificate(folder).cert).spkipin}`]
    : [];

/** What the doctor says of the certificate. Throws what is wrong with it; a lost one is refused by the next start. */
export function checkCertificate(data: string, sqlite: Sqlite): string {
  const folder = join(data, 'certs');
  const lost = findLostCertificate(data, sqlite);
  if (lost) throw new Error(lost.sentence);
  if (!hasCertificate(folder)) return 'none yet; the next start over HTTPS makes one';
  const details = describeCertificate(loadCertificate(folder).cert);
  const { commonname, daystoexpiry, notafter } = details;
  if (daystoexpiry < 0)
    throw new Error(
      `${commonname} expired at ${notafter}: browsers warn. Make a new one under Server certificate.`,
    );
  const soon = daystoexpiry <= WARN_DAYS;
  return [
    `${commonname}, ${daystoexpiry} days left`,
    ...(soon
      ? [`NOTE   certificate: it expires at ${notafter}; make a new one under Server certificate.`]
      : []),
    `       SPKI SHA-256 pin: ${details.spkipin}`,
    `       SHA-256 fingerprint: ${details.sha256}`,
    `       SHA-1 thumbprint: ${details.thumbprint}`,
    ...announced(join(folder, 'next')),
  ].join('\n');
}
