import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../../src/kit/host.ts';
import { describeCertificate, loadCertificate } from '../../../src/kit/tls/certificate.ts';

/** The pins by which agents know this server; none where it is served without a certificate of its own. */
export class ServerPins {
  readonly list: readonly string[];

  constructor({ config }: Host) {
    const folder = join(config.data, 'certs');
    const isServed = config.tls && existsSync(join(folder, 'server.pem'));
    this.list = isServed ? [describeCertificate(loadCertificate(folder).cert).spkipin] : [];
  }
}
