import type { Host } from '../../../src/kit/host.ts';
import { stampCheckIn } from './queries.ts';

interface Stamp {
  lastcheckin: string;
  expectedby: string;
  uptimeseconds: number | null;
}

/**
 * When agents checked in that had nothing new to say: it waits in memory and is written together, every few seconds and
 * before somebody looks.
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
