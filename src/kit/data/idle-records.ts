interface Seen {
  /** What the last turn touched. */
  last: ReadonlySet<number>;
  waiting: Set<number>;
}

/**
 * Records that long work changes turn after turn, such as the one that thousands of addresses come to: what is made of a
 * whole record is made once a turn has left it alone, or with the last turn, and not anew with each of them.
 */
export class IdleRecords {
  private readonly kinds = new Map<string, Seen>();

  /** What of a kind is at rest, of all that this turn touched and of what waits, each as it was touched. */
  of(kind: string, touched: ReadonlyMap<number, boolean>, isLast: boolean): Map<number, boolean> {
    const { last, waiting } = this.kinds.get(kind) ?? { last: new Set(), waiting: new Set<number>() };
    const rested = new Map<number, boolean>();
    for (const [id, how] of touched)
      if (last.has(id) && !isLast) waiting.add(id);
      else rested.set(id, how);
    for (const id of waiting) {
      if (touched.has(id) && !isLast) continue;
      waiting.delete(id);
      rested.set(id, false);
    }
    this.kinds.set(kind, { last: new Set(touched.keys()), waiting });
    return rested;
  }
}
