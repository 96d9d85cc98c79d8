import { getInstantDaysAgo } from '../../../src/kit/clock.ts';
import { createSystemContext } from '../../../src/kit/data/tx.ts';
import type { Host } from '../../../src/kit/host.ts';
import { yieldToEventLoop } from '../../../src/kit/time-slice.ts';
import { deleteCommand, endedBefore } from './queries.ts';

/** An output may have 256 KiB: so few are removed in one turn that nobody beside it notices. */
const AT_ONCE = 50;

/** Removes what PCs have done long ago. */
export class CommandCleanup {
  private isEnding = false;

  constructor(private readonly host: Host) {}

  /** The appliance ends: no further turn is begun. */
  end(): void {
    this.isEnding = true;
  }

  /**
   * Removes the commands that ended more than so many days ago, 0 none, in turns that let everybody else in between.
   * They have no journal, so there is nothing to undo: one audit row says how many they were.
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
      if (count > 0) this.tell({ count, before });
    }
    return count;
  }

  /** Those that stay are passed by once: each page begins where the last one ended. */
  private *pages(before: string): Generator<{ commandid: number }[]> {
    let last = { finisheddate: '', commandid: 0 };
    while (!this.isEnding) {
      const page = this.host.db.read((reader) => endedBefore.all(reader, { ...last, before, most: AT_ONCE }));
      const end = page.at(-1);
      if (!end) return;
      yield page.map(({ commandid }) => ({ commandid }));
      last = { finisheddate: end.finisheddate!, commandid: end.commandid };
    }
  }

  private tell(details: { count: number; before: string }): void {
    this.host.db.transact(createSystemContext(), 'endpoints.command.forgotten', (tx) =>
      tx.audit({ entitytype: 'endpointcommand', entityid: null, details, undoable: false }),
    );
  }
}
