import { isPerson } from '../../kit/actor.ts';
import type { JournalEntry } from '../../kit/data/journal.ts';
import type { Row } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { addChange, addRecord, addUse, demoRecord, lastLoad } from './queries.ts';
import { UnjournaledRows } from './unjournaled-rows.ts';

/**
 * Records the rows that a load of demo data creates and changes, and the rows of users that refer to them. From
 * this a removal knows what to delete and what to keep.
 */
export class DemoRecorder {
  /** The request ID of all requests of the running load or removal; undefined while none runs. */
  loadid: string | undefined;
  removalid: string | undefined;
  /** The time of the last write of the running load, in milliseconds. */
  lastwrite = 0;
  /** True while the appliance has demo data. */
  hasDemo: boolean;
  /** The number of recorded uses, so that a removal notices new ones. */
  useCount = 0;

  private unjournaled: UnjournaledRows;

  constructor(private readonly host: Host) {
    this.unjournaled = host.db.read((reader) => new UnjournaledRows(reader));
    this.hasDemo = host.db.read((reader) => lastLoad.get(reader)) !== undefined;
  }

  /** Runs before each commit. Costs nothing while there is no demo data. */
  record(tx: Tx): void {
    if (!this.hasDemo) return;
    const { requestid, actor } = tx.context;
    if (this.removalid !== undefined && requestid === this.removalid) return;
    const isLoad = this.loadid !== undefined && requestid === this.loadid;
    if (isLoad) {
      this.lastwrite = this.host.clock.now().getTime();
      for (const entry of tx.journal) this.recordWrite(tx, entry);
    }
    if (this.loadid !== undefined) this.unjournaled.record(tx, isLoad);
    if (isLoad) return;
    if (isPerson(actor)) for (const entry of tx.journal) this.recordUse(tx, entry);
  }

  /** Starts to record the writes under this request ID. */
  beginLoad(loadid: string): void {
    this.hasDemo = true;
    this.loadid = loadid;
    this.lastwrite = this.host.clock.now().getTime();
    this.unjournaled = this.host.db.read((reader) => new UnjournaledRows(reader));
  }

  private recordWrite(tx: Tx, entry: JournalEntry): void {
    const key = { tablename: entry.table, entityid: entry.id };
    if (!hasOwnId(entry)) return;
    if (entry.op === 'insert') addRecord.run(tx, key);
    else if (entry.op === 'update' && this.isRestorable(entry) && !demoRecord.get(tx, key))
      addChange.run(tx, { ...key, before: JSON.stringify(entry.before), after: JSON.stringify(entry.after) });
  }

  /** Secrets are never copied. Settings that a load changes contain none. */
  private isRestorable(entry: JournalEntry): boolean {
    return entry.table === 'settings' || !this.host.secretColumns.isUnwritten(entry);
  }

  private recordUse(tx: Tx, entry: JournalEntry): void {
    if (!entry.after || !hasOwnId(entry) || !hasDemoReference(tx, entry.table, entry.after)) return;
    const key = { tablename: entry.table, entityid: entry.id };
    if (demoRecord.get(tx, key)) return;
    addUse.run(tx, key);
    this.useCount++;
  }
}

/** Reports whether the row has a numeric ID of its own. Rows without one belong to other rows. */
const hasOwnId = ({ id }: JournalEntry): boolean => typeof id === 'number';

const hasDemoReference = (tx: Tx, table: string, row: Row): boolean =>
  tx.schema.table(table).foreignKeys.some((key) => {
    const entityid = row[key.column];
    return (
      typeof entityid === 'number' && demoRecord.get(tx, { tablename: key.table, entityid }) !== undefined
    );
  });
