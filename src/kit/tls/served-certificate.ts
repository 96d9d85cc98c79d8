import type { Listener } from '#runtime';
import { type CertificateDetails, type CertificatePair, describeCertificate } from './certificate.ts';

interface Served {
  pair: CertificatePair;
  details: CertificateDetails;
}

/** The certificate that the listeners of this process serve, and how another takes its place while they go on. */
export class ServedCertificate {
  private readonly listeners = new Set<Listener>();
  private readonly waiting: ((details: CertificateDetails) => void)[] = [];
  private served: Served | undefined;
  private isStopping = false;

  /** Undefined where the appliance is served without TLS. `daystoexpiry` is that of the moment when it was first served. */
  get details(): CertificateDetails | undefined {
    return this.served?.details;
  }

  get pair(): CertificatePair | undefined {
    return this.served?.pair;
  }

  /** A listener has begun to serve this pair. */
  recordListener(listener: Listener, pair: CertificatePair): void {
    this.listeners.add(listener);
    this.served = describe(pair);
    for (const tell of this.waiting) tell(this.served.details);
  }

  /** Hears of the certificate with which a listener begins. */
  onBegin(tell: (details: CertificateDetails) => void): void {
    this.waiting.push(tell);
  }

  /** Every listener serves the new pair, or all go on with the old one and this rejects. */
  async swap(pair: CertificatePair): Promise<void> {
    const before = this.served;
    if (!before || this.isStopping)
      throw new Error('Nothing is listening that could serve another certificate.');
    const swapped: Listener[] = [];
    try {
      for (const listener of this.listeners) {
        await listener.swapCertificate(pair);
        swapped.push(listener);
      }
    } catch (cause) {
      for (const listener of swapped) await listener.swapCertificate(before.pair);
      throw cause;
    }
    this.served = describe(pair);
  }

  /** From here on nothing is swapped: a listener that was stopped would listen again. */
  stop(): void {
    this.isStopping = true;
  }
}

const describe = (pair: CertificatePair): Served => ({ pair, details: describeCertificate(pair.cert) });
