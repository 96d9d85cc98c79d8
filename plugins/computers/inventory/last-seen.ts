import type { Host } from '../../../src/kit/host.ts';
import { stampReport } from '../queries.ts';

/**
 * Buffer for the last report of each computer. Ten thousand agents with nothing new to report must not cause
 * ten thousand commits, so their time stamps are written together.
 */
export class LastSeen {
  private waiting = new Map<number, string>();

  constructor(private readonly host: Host) {}

  add(computerid: number, at: string): void {
    this.waiting.set(computerid, at);
  }

  flush(): void {
    if (this.waiting.size === 0) return;
    const stamps = this.waiting;
    this.waiting = new Map();
    this.host.db.writeUnaudited((tx) => {
      for (const [computerid, at] of stamps) stampReport.run(tx, { computerid, at });
    });
  }
}
