import type { Host } from '../../../src/kit/host.ts';
import { ServedCertificate } from '../../../src/kit/tls/served-certificate.ts';

/**
 * SPKI pins of the current and future certificates of this server. Empty when the server uses no certificate
 * of its own.
 */
export class ServerPins {
  private readonly readers: (() => string | undefined)[] = [];

  constructor(private readonly host: Host) {}

  /**
   * Current and announced pins, the served one first. They are read at each call, because they can change
   * while the appliance runs.
   */
  get list(): string[] {
    const served = this.host.getInstance(ServedCertificate).details?.spkipin;
    if (served === undefined) return [];
    const next = this.readers.map((readPin) => readPin()).filter((pin) => pin !== undefined);
    return [...new Set([served, ...next])];
  }

  /** Registers a function that returns a future pin, or undefined while there is none. */
  announce(readPin: () => string | undefined): void {
    this.readers.push(readPin);
  }
}
