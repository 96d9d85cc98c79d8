import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Call } from '../../kit/http/call.ts';
import { runSupportJob, type SupportBundle } from '../../kit/support/job.ts';
import { readLiveState } from './live-state.ts';

/** Creates support bundles of the running appliance, one at a time. */
export class SupportBundles {
  private readonly stopped = new AbortController();
  private isMaking = false;

  constructor(private readonly host: Host) {}

  /** Cancels the running bundle, because the appliance stops. */
  stop(): void {
    this.stopped.abort(new AppError('BUSY', 'The appliance is stopping.'));
  }

  /**
   * Creates a bundle for the caller in a worker thread. Throws 409 while another one is created. Stops when
   * the caller disconnects.
   */
  async make(call: Call, isPersonal: boolean): Promise<SupportBundle> {
    if (this.isMaking)
      throw new AppError(
        'CONFLICT',
        'Another support bundle is being created. Try again when it is finished.',
      );
    this.isMaking = true;
    try {
      const bundle = await this.run(
        isPersonal,
        AbortSignal.any([this.stopped.signal, call.disconnectSignal()]),
      );
      // The permissions of the caller may have been revoked during the work.
      await call.recheckAccess();
      this.record(call, bundle, isPersonal);
      return bundle;
    } finally {
      this.isMaking = false;
    }
  }

  private async run(isPersonal: boolean, signal: AbortSignal): Promise<SupportBundle> {
    const { config, clock, contributions, log } = this.host;
    // Writes pending log lines, so that the bundle contains them.
    log.flush();
    const live = await readLiveState(this.host);
    return runSupportJob(
      {
        data: config.data,
        tls: config.tls,
        at: clock.now().toISOString(),
        isPersonal,
        declared: contributions.declared,
        chains: contributions.chains,
        secrets: config.collectorKey === null ? [] : [config.collectorKey],
        live,
        isExamined: true,
      },
      signal,
    );
  }

  private record(call: Call, { content, missing }: SupportBundle, personal: boolean): void {
    this.host.db.transact(call.context, 'appliance.support.downloaded', (tx) =>
      tx.audit({
        entitytype: 'support',
        entityid: null,
        details: { personal, bytes: content.length, missing: missing.length },
        undoable: false,
      }),
    );
  }
}
