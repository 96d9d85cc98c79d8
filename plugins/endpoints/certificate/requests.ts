import type { WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { type CertificatePair, checkPair } from '../../../src/kit/tls/certificate.ts';
import { orderChain, requestCertificate } from '../../../src/kit/tls/requested-certificate.ts';
import { CertificateChanges } from './change.ts';
import { currentKey, withCertificateFieldErrors } from './pairs.ts';
import type { IssuedCertificateInput, SigningRequestInput, SigningRequestView } from './request-schemas.ts';
import {
  deleteRequest,
  hasRequest,
  readRequest,
  type StoredRequest,
  writeRequest,
} from './stored-request.ts';

/**
 * Requests for a certificate from the site's own authority. Only one is open at a time, and its key never
 * leaves this server.
 */
export class CertificateRequests {
  constructor(private readonly host: Host) {}

  /**
   * Returns the open request without its key, or null when there is none. Throws 409 when its file is
   * damaged.
   */
  view(): SigningRequestView | null {
    const request = readRequest(this.host);
    return request ? withoutKey(request) : null;
  }

  /**
   * Creates a request for a new key or for the current key. Throws 409 while another request is open, and 400
   * with the field for invalid input.
   */
  async create(context: WriteContext, input: SigningRequestInput): Promise<SigningRequestView> {
    if (hasRequest(this.host))
      throw new AppError('CONFLICT', 'Another request is pending. Discard it first.');
    const { csr, key } = await withCertificateFieldErrors(() =>
      requestCertificate(input, input.keepkey ? { keep: currentKey(this.host) } : { type: input.keytype }),
    );
    // Another request may have been created during the await.
    if (hasRequest(this.host))
      throw new AppError('CONFLICT', 'Another request was created at the same time.');
    const { commonname, sans, keepkey } = input;
    const createddate = this.host.clock.now().toISOString();
    writeRequest(this.host, { commonname, sans, keptkey: keepkey, createddate, csr, key });
    this.record(context, 'created', { commonname, sans, keepkey });
    return this.view()!;
  }

  /** Deletes the open request and its key, also a damaged one. Throws 404 when there is none. */
  discard(context: WriteContext): void {
    if (!hasRequest(this.host)) throw notFound('Request');
    deleteRequest(this.host);
    this.record(context, 'discarded', {});
  }

  /**
   * Serves or announces the certificate that the authority issued, then deletes the request. Throws 404 when
   * no request is open, and 409 while another certificate is announced. Throws 400 for a certificate that
   * does not fit the request or cannot be served. When the issuer's certificate is missing, the error names
   * `certificate` and `withoutchain`.
   */
  async useIssued(context: WriteContext, input: IssuedCertificateInput): Promise<void> {
    let request: StoredRequest | undefined;
    await this.host.getInstance(CertificateChanges).useIssued(context, input.announceminutes, () => {
      // The request is read inside the serial queue, because it may have been discarded or completed in the
      // meantime.
      request = readRequest(this.host);
      if (!request) throw notFound('Request');
      return this.pairOf(input, request.key);
    });
    // A newer request stays.
    if (readRequest(this.host)?.csr === request?.csr) deleteRequest(this.host);
  }

  private pairOf(
    { certificate, withoutchain }: IssuedCertificateInput,
    key: string,
  ): Promise<CertificatePair> {
    return withCertificateFieldErrors(async () => {
      const chain = await orderChain(certificate, key, { withoutChain: withoutchain });
      return checkPair(chain, key, this.host.clock.now());
    });
  }

  private record(
    context: WriteContext,
    act: 'created' | 'discarded',
    details: Record<string, unknown>,
  ): void {
    this.host.db.transact(context, `endpoints.cert_request.${act}`, (tx) =>
      tx.audit({ entitytype: 'cert_request', entityid: null, details, undoable: false }),
    );
  }
}

const withoutKey = ({ key, ...view }: StoredRequest): SigningRequestView => view;
