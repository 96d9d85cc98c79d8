import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import type { Call } from '../../kit/http/call.ts';
import { runSupportJob, type SupportBundle } from '../../kit/support/job.ts';
import { readLiveState } from './live-state.ts';

/** Makes support bundles of the running appliance, one at a time. */
export class SupportBundles {
  private readonly stopped = new AbortController();
  private isMaking = false;

  constructor(private readonly host: Host) {}

  /** Cancels the bundle that is being made, because the appliance stops. */
  stop(): void {
    this.stopped.abort(new AppError('BUSY', 'The appliance is stopping.'));
  }

  /**
   * Makes a bundle for the caller, in a thread of its own. Throws 409 while another one is made, and ends when the caller
   * disconnects.
   */
  async make(call: Call, isPersonal: boolean): Promise<SupportBundle> {
    if (this.isMaking)
      throw new AppError('CONFLICT', 'Another support bundle is being made: try again when it is done.');
    this.isMaking = true;
    try {
      const bundle = await this.run(isPersonal, AbortSignal.any([this.stopped.signal, call.left()]));
      // The rights of the caller may have been revoked while it was made.
      await call.recheckAccess();
      this.record(call, bundle, isPersonal);
      return bundle;
    } finally {
      this.isMaking = false;
    }
  }

  private async run(isPersonal: boolean, signal: AbortSignal): Promise<SupportBundle> {
    const { config, clock, contributions, log } = this.host;
    // The bundle has the lines up to now.
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
