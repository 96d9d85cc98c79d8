import type { Host } from '../../../src/kit/host.ts';
import { ServedCertificate } from '../../../src/kit/tls/served-certificate.ts';

/** The pins by which agents know this server, and will know it; none where it is served without a certificate of its own. */
export class ServerPins {
  private readonly coming: (() => string | undefined)[] = [];

  constructor(private readonly host: Host) {}

  /** The one that is served first. It is asked for anew each time, because it changes while the appliance runs. */
  get list(): string[] {
    const served = this.host.getInstance(ServedCertificate).details?.spkipin;
    if (served === undefined) return [];
    const next = this.coming.map((ask) => ask()).filter((pin) => pin !== undefined);
    return [...new Set([served, ...next])];
  }

  /** Another pin that agents are to take, while there is one. */
  announce(ask: () => string | undefined): void {
    this.coming.push(ask);
  }
}
