import { join } from 'node:path';
import type { Sqlite } from '#runtime';
import { describeCertificate, hasCertificate, loadCertificate } from '../tls/certificate.ts';
import { findLostCertificate } from './lost-keys.ts';

/** The number of days before the expiry from which a note is printed. */
const WARN_DAYS = 30;

/** Returns the line about the next certificate, which is announced to agents before it is served. */
const formatAnnouncedPin = (folder: string): string[] =>
  hasCertificate(folder)
    ? [`       SPKI SHA-256 pin, announced: ${describeCertificate(loadCertificate(folder).cert).spkipin}`]
    : [];

/**
 * Returns the doctor's report on the certificate. Throws an Error when it is lost, damaged or expired. A
 * start with TLS also fails when it is damaged, or lost without `--new-certificate`.
 */
export function checkCertificate(data: string, sqlite: Sqlite): string {
  const folder = join(data, 'certs');
  const lost = findLostCertificate(data, sqlite);
  if (lost) throw new Error(lost.sentence);
  if (!hasCertificate(folder)) return 'none yet; the next start over HTTPS creates one';
  const details = describeCertificate(loadCertificate(folder).cert);
  const { commonname, daystoexpiry, notafter } = details;
  if (daystoexpiry < 0)
    throw new Error(
      `${commonname} expired at ${notafter}. Browsers warn. Create a new one under Server certificate.`,
    );
  const soon = daystoexpiry <= WARN_DAYS;
  return [
    `${commonname}, ${daystoexpiry} days left`,
    ...(soon
      ? [`NOTE   certificate: it expires at ${notafter}; create a new one under Server certificate.`]
      : []),
    `       SPKI SHA-256 pin: ${details.spkipin}`,
    `       SHA-256 fingerprint: ${details.sha256}`,
    `       SHA-1 thumbprint: ${details.thumbprint}`,
    ...formatAnnouncedPin(join(folder, 'next')),
  ].join('\n');
}
