import type { Tx } from '../../../src/kit/data/tx.ts';
import { addedSince, countAddition, deleteAdditions } from './addition-queries.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/**
 * What a PC that reports itself may add in a day to each of the lists that all share. A real one brings its few hundred
 * programs once, and is never of twenty vendors.
 */
const MAX_ADDITIONS = { application: 5000, version: 5000, vendor: 20, model: 20, operatingsystem: 20 };
export type SharedList = keyof typeof MAX_ADDITIONS;

/** How much more a reporter may add. Whoever shows no identity of a PC reports for many, and may add any number. */
export class AdditionBudget {
  private readonly left = new Map<SharedList, number>();

  constructor(private readonly computerid: number | undefined) {}

  /** Takes one of what is left; false when nothing is. */
  take(tx: Tx, kind: SharedList): boolean {
    const { computerid } = this;
    if (computerid === undefined) return true;
    const left = this.left.get(kind) ?? this.leftOf(tx, computerid, kind);
    this.left.set(kind, Math.max(0, left - 1));
    if (left <= 0) return false;
    countAddition.run(tx, { computerid, kind, hour: hourOf(tx.at, 0) });
    return true;
  }

  /** Another report of the same PC may have come between two turns. */
  reload(): void {
    this.left.clear();
  }

  private leftOf(tx: Tx, computerid: number, kind: SharedList): number {
    const since = hourOf(tx.at, HOURS);
    deleteAdditions.run(tx, { computerid, before: since });
    return MAX_ADDITIONS[kind] - addedSince.get(tx, { computerid, kind, since })!.n;
  }
}

/** The hour of an instant, so many hours before. */
const hourOf = (at: string, before: number): string =>
  new Date(Math.floor(Date.parse(at) / HOUR_MS - before) * HOUR_MS).toISOString();
