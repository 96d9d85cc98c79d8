import type { Host } from '../../kit/host.ts';
import { TimeSlice } from '../../kit/time-slice.ts';

/** The number of documents that one transaction updates: a few milliseconds of work. */
const DOCUMENTS_PER_STEP = 25;

/**
 * Updates search documents after a record that many others refer to was renamed or moved. Until then the
 * search finds those by the old name. Works in time slices beside the requests.
 */
export class OutdatedDocuments {
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(private readonly host: Host) {}

  /** Updates all outdated documents. A second call during the work returns the same promise. */
  update(): Promise<void> {
    this.running ??= this.updateAll().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Starts the update in the background, and logs its error. The job tries again. */
  start(): void {
    this.update().catch((cause) => this.host.log.error('update of search texts failed', { cause }));
  }

  /** Ends the work after the current step. The next start of the appliance continues. */
  stop(): void {
    this.isStopped = true;
  }

  private async updateAll(): Promise<void> {
    const { db, search } = this.host;
    const turn = new TimeSlice(undefined);
    while (!this.isStopped) {
      const updated = db.writeUnaudited((tx) => search.updateOutdated(tx, DOCUMENTS_PER_STEP));
      if (updated === 0) return;
      if (turn.isOver) await turn.nextOf(db.serialQueue);
    }
  }
}
