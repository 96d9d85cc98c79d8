import { AppError } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { describeCertificate } from '../../../src/kit/tls/certificate.ts';
import { ServedCertificate } from '../../../src/kit/tls/served-certificate.ts';
import { CheckInBuffer } from '../checkin/check-in-buffer.ts';
import { findCurrentPair } from './pairs.ts';
import { certificateIn, trustOf } from './queries.ts';
import type { CertificateView } from './schemas.ts';
import type { ServerCertificate } from './tables.ts';

/** Text that sorts after any instant, so that no PC has reported since. */
const FAR_FUTURE = '9999';

/**
 * Returns the public data of the certificate that is served, or would be with TLS, and how many agents trust
 * it. Throws 409 when there is none or its file is damaged.
 */
export function viewCertificate(host: Host): CertificateView {
  const pair = findCurrentPair(host);
  if (!pair)
    throw new AppError(
      'CONFLICT',
      'This appliance runs without TLS and has no certificate yet. Create or upload one, or start the appliance with TLS.',
    );
  host.getInstance(CheckInBuffer).flush();
  const details = describeCertificate(pair.cert, host.clock.now());
  return host.db.read((reader) => {
    const next = certificateIn.get(reader, { state: 'next' });
    const since = next?.announceddate ?? FAR_FUTURE;
    const { total, pinned, heard } = trustOf.get(reader, { spkipin: details.spkipin, since })!;
    return {
      served: host.getInstance(ServedCertificate).details !== undefined,
      ...details,
      next: next ? viewNext(next) : null,
      agents: { total, pinned, trustnext: heard },
    };
  });
}

const viewNext = ({ commonname, thumbprint, sha256, spkipin, notafter, ...row }: ServerCertificate) => ({
  commonname,
  thumbprint,
  sha256,
  spkipin,
  notafter,
  announceddate: row.announceddate!,
  activatesat: row.activatesat!,
});
