interface RecordActivity {
  /** Records that the previous transaction of the operation changed. */
  last: ReadonlySet<number>;
  waiting: Set<number>;
}

/**
 * Decides in which transactions of a batch operation the derived data of a record, such as search texts, are
 * built: in the first one that changes it. A record may change in transaction after transaction, such as a
 * register entry to which thousands of addresses refer. Its derived data then wait for the next transaction
 * without a change to it, or for the last one.
 */
export class IdleRecords {
  private readonly kinds = new Map<string, RecordActivity>();

  /**
   * Returns the records of `kind` whose derived data the caller builds now, from those in `touched` and those
   * that waited. A record that the previous transaction also touched waits, unless this one is the last. Each
   * has the flag it was passed with (true for a new record); a record that waited gets false.
   */
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
