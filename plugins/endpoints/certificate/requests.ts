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

/** Requests for a certificate of the plant's own authority. One waits at a time; its key never leaves this server. */
export class CertificateRequests {
  constructor(private readonly host: Host) {}

  /** Null when none waits. */
  view(): SigningRequestView | null {
    const request = readRequest(this.host);
    return request ? withoutKey(request) : null;
  }

  /** Makes a request with a new key or for the current one. 409 while another one waits, 400 naming the field. */
  async create(context: WriteContext, given: SigningRequestInput): Promise<SigningRequestView> {
    if (hasRequest(this.host))
      throw new AppError('CONFLICT', 'Another request waits for its certificate. Discard it first.');
    const { csr, key } = await withCertificateFieldErrors(() =>
      requestCertificate(given, given.keepkey ? { keep: currentKey(this.host) } : { type: given.keytype }),
    );
    // Another one may have been made meanwhile.
    if (hasRequest(this.host)) throw new AppError('CONFLICT', 'Another request was made at the same time.');
    const { commonname, sans, keepkey } = given;
    const createddate = this.host.clock.now().toISOString();
    writeRequest(this.host, { commonname, sans, keptkey: keepkey, createddate, csr, key });
    this.record(context, 'created', { commonname, sans, keepkey });
    return this.view()!;
  }

  /** 404 when none waits. */
  discard(context: WriteContext): void {
    if (!hasRequest(this.host)) throw notFound('Request');
    deleteRequest(this.host);
    this.record(context, 'discarded', {});
  }

  /**
   * Takes the certificate that the authority issued: served at once or announced first. 404 when no request waits, 400
   * naming `certificate` and `withoutchain` when the certificate of the issuer is missing.
   */
  async useIssued(context: WriteContext, input: IssuedCertificateInput): Promise<void> {
    let request: StoredRequest | undefined;
    await this.host.getInstance(CertificateChanges).useIssued(context, input.announceminutes, () => {
      // Read in turn: the request may be discarded or taken meanwhile.
      request = readRequest(this.host);
      if (!request) throw notFound('Request');
      return this.pairOf(input, request.key);
    });
    // A request that was made meanwhile stays.
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

const withoutKey = ({ key, ...shown }: StoredRequest): SigningRequestView => shown;
