import type { Listener } from '#runtime';
import { type CertificateDetails, type CertificatePair, describeCertificate } from './certificate.ts';

interface ServedPair {
  pair: CertificatePair;
  details: CertificateDetails;
}

/**
 * The certificate that the listeners of this process serve. It can be replaced while they run, so callers
 * read it again each time. `host.getInstance(ServedCertificate)` returns the instance.
 */
export class ServedCertificate {
  private readonly listeners = new Set<Listener>();
  private readonly waiting: ((details: CertificateDetails) => void)[] = [];
  private served: ServedPair | undefined;
  private isStopping = false;

  /**
   * The details of the served certificate; undefined without TLS, and before a listener started.
   * `daystoexpiry` is computed when the certificate is first served.
   */
  get details(): CertificateDetails | undefined {
    return this.served?.details;
  }

  /** The served certificate and its key; undefined without TLS, and before a listener started. */
  get pair(): CertificatePair | undefined {
    return this.served?.pair;
  }

  /** Records a listener that started to serve this pair. */
  recordListener(listener: Listener, pair: CertificatePair): void {
    this.listeners.add(listener);
    this.served = describe(pair);
    for (const onListening of this.waiting) onListening(this.served.details);
  }

  /** Calls `onListening` with the certificate of each listener that starts. */
  onBegin(onListening: (details: CertificateDetails) => void): void {
    this.waiting.push(onListening);
  }

  /**
   * Makes every listener serve the new pair. If one fails, all serve the old pair again and the promise
   * rejects. It also rejects while no listener runs and after `stop`.
   */
  async swap(pair: CertificatePair): Promise<void> {
    const before = this.served;
    if (!before || this.isStopping)
      throw new Error('No TLS listener is running that could serve another certificate.');
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

  /** Prevents further swaps, because a swap would restart a stopped listener. */
  stop(): void {
    this.isStopping = true;
  }
}

const describe = (pair: CertificatePair): ServedPair => ({ pair, details: describeCertificate(pair.cert) });
