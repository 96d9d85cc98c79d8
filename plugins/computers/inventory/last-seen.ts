import type { Database } from '../../../src/data/database.ts';

/**
 * When each computer last reported. Ten thousand agents that have nothing new to say must not cost ten thousand
 * commits: the stamps wait in memory and are written together.
 */
export class LastSeen {
  private waiting = new Map<number, string>();

  note(computerid: number, at: string): void {
    this.waiting.set(computerid, at);
  }

  flush(db: Database): void {
    if (this.waiting.size === 0) return;
    const stamps = this.waiting;
    this.waiting = new Map();
    db.chatter((tx) => {
      for (const [computerid, at] of stamps)
        tx.run('UPDATE computers SET lastreporteddate = ? WHERE computerid = ?', at, computerid);
    });
  }
}
