import type { Host } from '../../../src/kit/host.ts';
import { saveEvents } from '../checkin/events.ts';

/**
 * Replaced polls within `WITHIN_MS` that indicate two agents. A lost connection also replaces a poll, but
 * only now and then.
 */
const REPLACED_POLLS = 4;
const WITHIN_MS = 60_000;
const QUIET_MS = 3_600_000;

/** Detects two agents that use the credential of one PC, because each replaces the poll of the other. */
export class SharedCredentialDetector {
  private readonly callTimes = new Map<number, number[]>();
  private readonly warnedAt = new Map<number, number>();

  constructor(private readonly host: Host) {}

  /**
   * Records that a new poll replaced an open one. Adds a warning event when this happens too often, at most
   * once an hour for each PC.
   */
  recordPoll(assetid: number): void {
    const now = this.host.clock.now().getTime();
    const times = [...(this.callTimes.get(assetid) ?? []), now]
      .slice(-REPLACED_POLLS)
      .filter((at) => now - at < WITHIN_MS);
    this.callTimes.set(assetid, times);
    if (times.length < REPLACED_POLLS || now - (this.warnedAt.get(assetid) ?? 0) < QUIET_MS) return;
    this.warnedAt.set(assetid, now);
    this.host.db.writeUnaudited((tx) =>
      saveEvents(tx, assetid, [
        {
          time: tx.at,
          level: 'warning',
          source: 'two agents',
          message: 'Two agents use the credential of this PC. Revoke it, then approve only one of them.',
        },
      ]),
    );
  }
}
