import { getInstantDaysAgo } from '../../../src/kit/clock.ts';
import { createSystemContext } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { yieldToEventLoop } from '../../../src/kit/time-slice.ts';
import { deleteCommand, endedBefore } from './queries.ts';

/**
 * Commands deleted per time slice. An output may have 256 KiB, so a small number keeps other requests fast.
 */
const BATCH_ROWS = 50;

/** Deletes commands that ended long ago. */
export class CommandCleanup {
  private isEnding = false;

  constructor(private readonly host: Host) {}

  /** Starts no further time slice, because the appliance stops. */
  end(): void {
    this.isEnding = true;
  }

  /**
   * Deletes the commands that ended more than `days` days ago, and returns their number; 0 days delete none.
   * A command with a log file stays. Works in time slices, so that other requests run in between. Commands
   * are not journaled, so there is no undo. One audit row records their number, if there were any.
   */
  async deleteOld(days: number): Promise<number> {
    if (days === 0) return 0;
    const { db, clock } = this.host;
    const before = getInstantDaysAgo(clock, days);
    let count = 0;
    try {
      for (const page of this.pages(before)) {
        count += db.writeUnaudited((tx) => page.reduce((sum, one) => sum + deleteCommand.run(tx, one), 0));
        await yieldToEventLoop();
      }
    } finally {
      if (count > 0) this.recordCleanup({ count, before });
    }
    return count;
  }

  /**
   * Yields the expired commands in pages. Each page starts after the previous one, so that commands that stay
   * are read only once.
   */
  private *pages(before: string): Generator<{ commandid: number }[]> {
    let last = { finisheddate: '', commandid: 0 };
    while (!this.isEnding) {
      const page = this.host.db.read((reader) =>
        endedBefore.all(reader, { ...last, before, most: BATCH_ROWS }),
      );
      const end = page.at(-1);
      if (!end) return;
      yield page.map(({ commandid }) => ({ commandid }));
      last = { finisheddate: end.finisheddate!, commandid: end.commandid };
    }
  }

  private recordCleanup(details: { count: number; before: string }): void {
    this.host.db.transact(createSystemContext(), 'endpoints.command.forgotten', (tx) =>
      tx.audit({ entitytype: 'endpointcommand', entityid: null, details, undoable: false }),
    );
  }
}
