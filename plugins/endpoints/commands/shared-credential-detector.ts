import type { Host } from '../../../src/kit/host.ts';
import { saveEvents } from '../checkin/events.ts';

/** A lost connection takes the place of a poll now and then; two agents do so all the time. */
const TIMES = 4;
const WITHIN_MS = 60_000;
const QUIET_MS = 3_600_000;

/** Notices that two agents use the credential of one PC: each takes the poll of the other away. */
export class SharedCredentialDetector {
  private readonly seen = new Map<number, number[]>();
  private readonly told = new Map<number, number>();

  constructor(private readonly host: Host) {}

  /** A poll took the place of one that was held. */
  recordPoll(assetid: number): void {
    const now = this.host.clock.now().getTime();
    const times = [...(this.seen.get(assetid) ?? []), now].slice(-TIMES).filter((at) => now - at < WITHIN_MS);
    this.seen.set(assetid, times);
    if (times.length < TIMES || now - (this.told.get(assetid) ?? 0) < QUIET_MS) return;
    this.told.set(assetid, now);
    this.host.db.writeUnaudited((tx) =>
      saveEvents(tx, assetid, [
        {
          time: tx.at,
          level: 'warning',
          source: 'two agents',
          message: 'Two agents use the credential of this PC. Revoke it, and let one of them enroll.',
        },
      ]),
    );
  }
}
