import { basename } from 'node:path';
import { createSystemContext, type WriteContext } from '../../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../../src/kit/errors.ts';
import type { Host } from '../../../src/kit/host.ts';
import { SerialQueue } from '../../../src/kit/serial-queue.ts';
import {
  CertificateError,
  type CertificatePair,
  describeCertificate,
  restoreCertificate,
  saveCertificate,
} from '../../../src/kit/tls/certificate.ts';
import { ServedCertificate } from '../../../src/kit/tls/served-certificate.ts';
import {
  checkUploadedPair,
  deleteNext,
  folderOf,
  generatePair,
  saveNext,
  serveNextPair,
  withCertificateFieldErrors,
} from './pairs.ts';
import { certificateIn } from './queries.ts';
import { describeForAudit, recordServed, saveCertificateRow } from './records.ts';
import type { GenerateCertificateInput, UploadCertificateInput } from './schemas.ts';
import { servercertificates } from './tables.ts';

const MINUTE_MS = 60_000;

/** Last part of the audit action. */
type Act = 'generated' | 'uploaded' | 'issued' | 'activated' | 'withdrawn' | 'replaced';
const action = (act: Act) => `endpoints.server_cert.${act}`;

/**
 * Changes the server certificate, one operation at a time. With 0 minutes, a new certificate is served at
 * once, or without TLS stored for later. Otherwise it is announced to agents first, which throws 409 without
 * TLS. A new certificate also throws 409 while another one is announced, and 400 with the field when it
 * cannot be used.
 */
export class CertificateChanges {
  private readonly changes = new SerialQueue();

  constructor(private readonly host: Host) {}

  /** Serves or announces a new self-signed certificate. */
  generate(context: WriteContext, input: GenerateCertificateInput): Promise<void> {
    return this.announceOrServe(context, 'generated', input.announceminutes, () =>
      generatePair(this.host, input),
    );
  }

  /** Serves or announces an uploaded certificate. */
  upload(context: WriteContext, input: UploadCertificateInput): Promise<void> {
    return this.announceOrServe(context, 'uploaded', input.announceminutes, () =>
      checkUploadedPair(this.host, input),
    );
  }

  /**
   * Serves or announces a certificate that an authority issued. Calls `make` for it, and throws what `make`
   * throws.
   */
  useIssued(context: WriteContext, minutes: number, make: () => Promise<CertificatePair>): Promise<void> {
    return this.announceOrServe(context, 'issued', minutes, make);
  }

  /** Serves the announced certificate now. Throws 409 when none is announced or it cannot be served. */
  activate(context: WriteContext): Promise<void> {
    return this.changes.run(async () => {
      this.readNext();
      await serveNextPair(this.host, (pair) => this.serve(context, 'activated', pair));
    });
  }

  /**
   * Serves the announced certificate when its time has come, and otherwise does nothing. Throws 409 when it
   * cannot be served.
   */
  activateDue(): Promise<void> {
    return this.changes.run(async () => {
      const next = this.findNext();
      if (!next || next.activatesat! > this.host.clock.now().toISOString()) return;
      await serveNextPair(this.host, (pair) => this.serve(createSystemContext(), 'activated', pair));
    });
  }

  /**
   * Withdraws the announced certificate, so that agents no longer receive its pin. Throws 409 when none is
   * announced.
   */
  withdraw(context: WriteContext): Promise<void> {
    return this.changes.run(async () => {
      const { servercertificateid, thumbprint, spkipin } = this.readNext();
      this.host.db.transact(context, action('withdrawn'), (tx) => {
        tx.update(servercertificates, servercertificateid, { state: 'retired' });
        const details = { thumbprint, spkipin };
        tx.audit({ entitytype: 'server_cert', entityid: servercertificateid, details, undoable: false });
      });
      this.host.db.commit();
      deleteNext(this.host);
    });
  }

  /**
   * Records the served certificate at the start if it differs from the stored one. The difference comes from
   * a power failure or from files changed by hand, and the files take precedence. The first certificate of an
   * appliance is recorded without an audit row.
   */
  recoverState(): void {
    const { db } = this.host;
    const { cert } = this.host.getInstance(ServedCertificate).pair!;
    const { sha256 } = describeCertificate(cert);
    const before = db.read((reader) => certificateIn.get(reader, { state: 'served' }));
    if (before?.sha256 === sha256) return;
    if (!before) return void db.writeUnaudited((tx) => recordServed(tx, cert));
    const wasNext = this.findNext()?.sha256 === sha256;
    db.transact(createSystemContext(), action(wasNext ? 'activated' : 'replaced'), (tx) => {
      const details = { ...describeForAudit(cert), found: 'at the start' };
      tx.audit({ entitytype: 'server_cert', entityid: recordServed(tx, cert), details, undoable: false });
    });
    if (wasNext) deleteNext(this.host);
  }

  private announceOrServe(
    context: WriteContext,
    act: Act,
    minutes: number,
    make: () => Promise<CertificatePair>,
  ): Promise<void> {
    return this.changes.run(async () => {
      if (this.findNext())
        throw new AppError(
          'CONFLICT',
          'Another certificate is already announced. Activate or withdraw it first.',
        );
      const pair = await make();
      if (minutes > 0) this.announce(context, act, pair, minutes);
      else await withCertificateFieldErrors(() => this.serve(context, act, pair));
    });
  }

  private announce(context: WriteContext, act: Act, pair: CertificatePair, minutes: number): void {
    const { clock, db } = this.host;
    if (!this.host.getInstance(ServedCertificate).details)
      throw new AppError(
        'CONFLICT',
        'A certificate cannot be announced while this appliance runs without TLS.',
      );
    const now = clock.now();
    const announceddate = now.toISOString();
    const activatesat = new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
    if (describeCertificate(pair.cert).notafter <= activatesat)
      throw invalid('announceminutes', 'The certificate expires before its activation.');
    saveNext(this.host, pair);
    try {
      db.transact(context, action(act), (tx) => {
        const entityid = saveCertificateRow(tx, pair.cert, { state: 'next', announceddate, activatesat });
        const details = { ...describeForAudit(pair.cert), activatesat };
        tx.audit({ entitytype: 'server_cert', entityid, details, undoable: false });
      });
      db.commit();
    } catch (cause) {
      deleteNext(this.host);
      throw cause;
    }
  }

  /**
   * Serves a certificate. Changes the listeners first, if they use TLS, then the file, then the row. If a
   * step fails, the old certificate is served, now and after a restart.
   */
  private async serve(context: WriteContext, act: Act, pair: CertificatePair): Promise<void> {
    const served = this.host.getInstance(ServedCertificate);
    const old = served.pair;
    if (old) await this.swap(pair);
    try {
      this.store(context, act, pair);
    } catch (cause) {
      if (old) await served.swap(old);
      throw cause;
    }
  }

  private async swap(pair: CertificatePair): Promise<void> {
    try {
      await this.host.getInstance(ServedCertificate).swap(pair);
    } catch (cause) {
      this.host.log.error('activation of the certificate failed', {
        ...describeForAudit(pair.cert),
        cause,
      });
      throw new CertificateError(
        'This certificate cannot be used. The current certificate stays active. See the log for the reason.',
      );
    }
  }

  private store(context: WriteContext, act: Act, pair: CertificatePair): void {
    const { db } = this.host;
    const folder = folderOf(this.host);
    const oldFile = saveCertificate(folder, pair);
    try {
      db.transact(context, action(act), (tx) => {
        const entityid = recordServed(tx, pair.cert);
        const details = { ...describeForAudit(pair.cert), backup: oldFile ? basename(oldFile) : null };
        tx.audit({ entitytype: 'server_cert', entityid, details, undoable: false });
      });
      db.commit();
    } catch (cause) {
      restoreCertificate(folder, oldFile);
      throw cause;
    }
  }

  private findNext() {
    return this.host.db.read((reader) => certificateIn.get(reader, { state: 'next' }));
  }

  private readNext() {
    const next = this.findNext();
    if (!next) throw new AppError('CONFLICT', 'No certificate is announced.');
    return next;
  }
}

/** Returns the pin of the announced certificate for agents, or undefined when none is announced. */
export const readNextPin = ({ db }: Host): string | undefined =>
  db.remember('endpoints.nextpin', (reader) => certificateIn.get(reader, { state: 'next' })?.spkipin);
