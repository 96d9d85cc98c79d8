import type { Host } from '../../../src/kit/host.ts';
import { stampCheckIn } from './queries.ts';

interface Stamp {
  lastcheckin: string;
  expectedby: string;
  uptimeseconds: number | null;
}

/**
 * Buffer for check-ins of agents with nothing new to report. Their time stamps are written together every few
 * seconds, and before a reader needs them.
 */
export class CheckInBuffer {
  private waiting = new Map<number, Stamp>();

  constructor(private readonly host: Host) {}

  add(assetid: number, stamp: Stamp): void {
    this.waiting.set(assetid, stamp);
  }

  flush(): void {
    if (this.waiting.size === 0) return;
    const stamps = this.waiting;
    this.waiting = new Map();
    this.host.db.writeUnaudited((tx) => {
      for (const [assetid, stamp] of stamps) stampCheckIn.run(tx, { assetid, ...stamp });
    });
  }
}
