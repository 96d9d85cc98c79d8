import type { Tx } from '../../../src/kit/data/tx.ts';
import { addedSince, countAddition, deleteAdditions } from './addition-queries.ts';

const HOUR_MS = 3_600_000;
const PERIOD_HOURS = 24;

/**
 * Maximum daily additions of a reporting PC to each shared list. A real PC adds a few hundred programs once,
 * and never twenty vendors.
 */
const MAX_ADDITIONS = { application: 5000, version: 5000, vendor: 20, model: 20, operatingsystem: 20 };
export type SharedList = keyof typeof MAX_ADDITIONS;

/**
 * Remaining additions of a reporter. A reporter without a PC identity reports for many PCs and has no limit.
 */
export class AdditionBudget {
  private readonly remaining = new Map<SharedList, number>();

  constructor(private readonly computerid: number | undefined) {}

  /**
   * Uses up one addition to a shared list. Returns false when none is left. Always returns true without a
   * limit.
   */
  take(tx: Tx, kind: SharedList): boolean {
    const { computerid } = this;
    if (computerid === undefined) return true;
    const left = this.remaining.get(kind) ?? this.leftOf(tx, computerid, kind);
    this.remaining.set(kind, Math.max(0, left - 1));
    if (left <= 0) return false;
    countAddition.run(tx, { computerid, kind, hour: hourOf(tx.at, 0) });
    return true;
  }

  /** Discards the cached counts, because another report of the same PC may have been processed in between. */
  reload(): void {
    this.remaining.clear();
  }

  private leftOf(tx: Tx, computerid: number, kind: SharedList): number {
    const since = hourOf(tx.at, PERIOD_HOURS);
    deleteAdditions.run(tx, { computerid, before: since });
    return MAX_ADDITIONS[kind] - addedSince.get(tx, { computerid, kind, since })!.n;
  }
}

/** Returns the start of the hour that is `before` hours before an instant. */
const hourOf = (at: string, before: number): string =>
  new Date(Math.floor(Date.parse(at) / HOUR_MS - before) * HOUR_MS).toISOString();
