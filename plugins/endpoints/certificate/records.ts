import type { Tx } from '../../../src/kit/data/tx.ts';
import { type CertificateDetails, describeCertificate } from '../../../src/kit/tls/certificate.ts';
import { certificateBySha256, certificateIn } from './queries.ts';
import { type ServerCertificate, servercertificates } from './tables.ts';

type Change = Partial<Pick<ServerCertificate, 'state' | 'announceddate' | 'activatesat'>>;

/** Updates the row of a PEM certificate by its SHA-256, or inserts it when missing. Returns its ID. */
export function saveCertificateRow(
  tx: Tx,
  cert: string,
  change: Change & Pick<ServerCertificate, 'state'>,
): number {
  const details = describeCertificate(cert);
  const existing = certificateBySha256.get(tx, { sha256: details.sha256 });
  if (!existing) return tx.insert(servercertificates, { ...factsOf(details), ...change });
  tx.update(servercertificates, existing.servercertificateid, change);
  return existing.servercertificateid;
}

/** Records a certificate as served and retires the previous one. Returns the ID of its row. */
export function recordServed(tx: Tx, cert: string): number {
  const { sha256 } = describeCertificate(cert);
  const before = certificateIn.get(tx, { state: 'served' });
  if (before && before.sha256 !== sha256)
    tx.update(servercertificates, before.servercertificateid, { state: 'retired' });
  return saveCertificateRow(tx, cert, { state: 'served', announceddate: null, activatesat: null });
}

const factsOf = ({ sha256, thumbprint, spkipin, commonname, notafter }: CertificateDetails) => ({
  sha256,
  thumbprint,
  spkipin,
  commonname,
  notafter,
});

/** Returns the audit details of a certificate. */
export const describeForAudit = (cert: string) => {
  const { commonname, notafter, spkipin, thumbprint } = describeCertificate(cert);
  return { commonname, notafter, spkipin, thumbprint };
};
