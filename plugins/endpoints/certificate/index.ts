import type { Host } from '../../../src/kit/host.ts';
import type { Job } from '../../../src/kit/plugin.ts';
import { ServedCertificate } from '../../../src/kit/tls/served-certificate.ts';
import { ServerPins } from '../checkin/server-pins.ts';
import { CertificateChanges, readNextPin } from './change.ts';
import { warnOfExpiry } from './expiry.ts';

export { certificateAttention } from './expiry.ts';
export { requestRoutes } from './request-routes.ts';
export { certificateRoutes } from './routes.ts';

export const certificateJobs: Job[] = [
  {
    name: 'endpoints.certificate',
    title: 'Activate announced certificates',
    schedule: '* * * * *',
    run: (host) => host.getInstance(CertificateChanges).activateDue(),
  },
  {
    name: 'endpoints.expiry',
    title: 'Warn before the server certificate expires',
    schedule: '15 7 * * *',
    run: warnOfExpiry,
  },
];

/** Announces the next pin to agents and records the served certificate when a listener starts. */
export function startCertificate(host: Host): void {
  host.getInstance(ServerPins).announce(() => readNextPin(host));
  host.getInstance(ServedCertificate).onBegin(() => host.getInstance(CertificateChanges).recoverState());
}
