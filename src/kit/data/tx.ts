import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Statement } from '#runtime';
import { type Actor, SYSTEM } from '../actor.ts';
import { advanceInstant, type Moment } from '../clock.ts';
import { notFound } from '../errors.ts';
import type { CpuAccount } from '../time-slice.ts';
import type { Batch } from './deferred-writes.ts';
import type { IdleRecords } from './idle-records.ts';
import type { JournalEntry } from './journal.ts';
import { refuseSameName, updateFoldedNames } from './name-keys.ts';
import type { RowLocks } from './operation-locks.ts';
import { tableNameOf } from './query.ts';
import { Reader, type Row, type Value } from './reader.ts';
import type { Schema } from './schema.ts';
import type { Statements } from './statements.ts';

/** Who writes, from where and under which request: what the audit row says beside the change. */
export interface WriteContext {
  actor: Actor;
  requestid: string | null;
  ipaddress: string | null;
  /** The permissions of which one allows what is done; none where something else allows it. */
  needs?: readonly string[];
  /** What long work under it is put down to, which goes on when the caller leaves; absent for the appliance itself. */
  account?: CpuAccount;
  /** Throws when the caller may not do any more what he was let in for; asked after what takes its time. */
  stillMay?(): Promise<void>;
  /** Hears of each audit row that is written under it. */
  onAuditWritten?(audit: AuditRef): void;
}

/** The audit row of a transaction, and whether it can be undone. */
export interface AuditRef {
  auditlogid: number;
  undoable: boolean;
  /** What the log and its journal keep of it, in characters. */
  length: number;
  /** Permissions, with commas between: whoever holds one of them may take the change back. Null: admins alone. */
  needs: string | null;
}

/** The appliance itself: what it does at its start and by the clock. */
export const createSystemContext = (): WriteContext => ({ actor: SYSTEM, requestid: null, ipaddress: null });

/** What a change is about; what it does is the action that its transaction is begun with. */
export interface AuditNote {
  entitytype: string;
  entityid: number | string | null;
  details?: Record<string, unknown>;
  /** Default true; false for what cannot be taken back, such as a password change. */
  undoable?: boolean;
}

export interface DomainEvent {
  name: string;
  [key: string]: unknown;
}

/** Writing: every row that changes is journalled, so that audit, history, search and undo see all of it. */
export class Tx extends Reader {
  readonly journal: JournalEntry[] = [];
  readonly events: DomainEvent[] = [];
  /** The tables that were written, as SQLite says. */
  readonly writtenTables = new Set<string>();
  note?: AuditNote;
  /** Set when this transaction goes on with what an earlier one began: the audit row of both. */
  continues?: AuditRef;
  /** The audit row that tells of this transaction, once it is written: just before the commit. */
  auditRef?: AuditRef;
  /** The long work that this transaction belongs to. */
  rowLocks?: RowLocks;
  /** Set when later transactions will go on with what this one begins, or goes on with. */
  isUnfinished = false;
  /** What earlier turns of long work changed, for the rules that hold once it is through. */
  deferred?: JournalEntry[];
  /** What earlier turns of a rehearsal wrote, and took back again. */
  dryRunJournal?: readonly JournalEntry[];
  /** What its earlier turns go on changing, for what is made of whole records. */
  idleRecords?: IdleRecords;
  /** Takes back what an earlier one did: what may only be added may then be removed again. */
  isReversal = false;
  /** When the change was made that this one undoes: two rows that had one name by then may have it again. */
  undoes?: string;
  /** Takes back what was interrupted or failed: rows become as they were, even where two had one name already. */
  isRollback = false;
  /** Makes one record of two: what is kept for ever about one of them goes on being kept, about the other one. */
  isMerge = false;

  constructor(
    statements: Statements,
    readonly schema: Schema,
    readonly context: WriteContext,
    moment: Moment,
    /** `<area>.<noun>.<past verb>`, for example `catalog.asset.updated`. */
    readonly action: string,
    private readonly invariants: (tx: Tx, mark: number) => void,
  ) {
    super(statements, () => moment);
  }

  /** Says what the change is about. Each transaction is one audit row. */
  audit(note: AuditNote): void {
    if (this.note) throw new Error(`The transaction ${this.action} has one audit row, not two.`);
    this.note = note;
  }

  /** Goes on with what the audit row names. */
  continue(audit: AuditRef): void {
    this.continues = audit;
  }

  /** A part that can be taken back alone: when the work throws, nothing of it is left and the error goes on. */
  attempt<T>(work: () => T): T {
    const [journal, events] = [this.journal.length, this.events.length];
    const { deferredWrites } = this.statements;
    this.run('SAVEPOINT part');
    deferredWrites.savepoint();
    try {
      return work();
    } catch (cause) {
      this.run('ROLLBACK TO part');
      deferredWrites.rollBack();
      this.journal.length = journal;
      this.events.length = events;
      throw cause;
    } finally {
      this.run('RELEASE part');
      deferredWrites.release();
    }
  }

  /** Holds the invariants over the journal from `mark` on, as the commit will: for a part that may fail alone. */
  checkInvariants(mark: number): void {
    this.invariants(this, mark);
  }

  /** Runs after the commit, never when it fails. */
  emit(event: DomainEvent): void {
    this.events.push(event);
  }

  /** Inserts the row and returns its id. Sets `createddate` and `modifieddate` unless they are given. */
  insert<T extends SQLiteTable>(into: T, values: T['$inferInsert']): number;
  insert(into: string, values: Row): number;
  insert(into: SQLiteTable | string, values: object): number {
    const table = tableNameOf(into);
    const info = this.schema.table(table);
    const row = { ...values } as Row;
    refuseSameName(this, { table, id: 0, next: row });
    if (info.columns.has('createddate')) row.createddate ??= this.at;
    if (info.columns.has('modifieddate')) row.modifieddate ??= row.createddate ?? this.at;
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING *`;
    const after = this.get<Row>(sql, ...Object.values(row))!;
    const id = after[info.id] as number;
    this.record({ table, id, op: 'insert', before: null, after });
    return id;
  }

  /** Writes the columns that differ. Returns them, or undefined when nothing differs (then nothing is written). */
  update<T extends SQLiteTable>(of: T, id: number, values: Partial<T['$inferInsert']>): string[] | undefined;
  update(of: string, id: number, values: Row): string[] | undefined;
  update(of: SQLiteTable | string, id: number, given: object): string[] | undefined {
    const table = tableNameOf(of);
    const values = given as Row;
    const info = this.schema.table(table);
    const current = this.row(table, id);
    if (!current) throw new Error(`There is no row ${id} in ${table}.`);
    const changed = Object.keys(values).filter((column) => values[column] !== current[column]);
    if (changed.length === 0) return undefined;
    const next: Row = Object.fromEntries(changed.map((column) => [column, values[column]!]));
    refuseSameName(this, { table, id, next, current: current as Row });
    if (info.columns.has('modifieddate') && !changed.includes('modifieddate')) {
      next.modifieddate = advanceInstant(current.modifieddate as string, this.at);
    }
    this.write(table, id, next);
    const before: Row = Object.fromEntries(Object.keys(next).map((column) => [column, current[column]!]));
    this.record({ table, id, op: 'update', before, after: next });
    return changed;
  }

  /** Moves the stamp of a row whose parts changed; it has moved already when the row itself did. */
  bumpModified(of: SQLiteTable | string, id: number): void {
    const table = tableNameOf(of);
    if (this.journal.some((entry) => entry.table === table && entry.id === id)) return;
    const modifieddate = advanceInstant(this.row(table, id)!.modifieddate as string, this.at);
    this.update(table, id, { modifieddate });
  }

  /** Removes the row, and before it what the schema says goes or is cleared with it: each of them is journalled. */
  delete(from: SQLiteTable | string, id: number): void {
    const table = tableNameOf(from);
    const before = this.row(table, id);
    if (!before) throw new Error(`There is no row ${id} in ${table}.`);
    this.letGo(table, id);
    this.run(`DELETE FROM ${table} WHERE ${this.schema.table(table).id} = ?`, id);
    this.record({ table, id, op: 'delete', before, after: null });
  }

  /** What SQLite would do by itself, and then nobody could put it back. */
  private letGo(table: string, id: number): void {
    for (const { table: other, column, ondelete } of this.schema.keysTo(table)) {
      const key = this.schema.table(other).id;
      if (key === '' || (ondelete !== 'CASCADE' && ondelete !== 'SET NULL')) continue;
      for (const row of this.all<{ id: number }>(
        `SELECT ${key} AS id FROM ${other} WHERE ${column} = ?`,
        id,
      )) {
        // One that refers to another of its kind may have gone with that one.
        if (!this.row(other, row.id)) continue;
        if (ondelete === 'CASCADE') this.delete(other, row.id);
        else this.update(other, row.id, { [column]: null });
      }
    }
  }

  row<T extends SQLiteTable>(of: T, id: number): T['$inferSelect'] | undefined;
  row(of: string, id: number): Row | undefined;
  row(of: SQLiteTable | string, id: number): object | undefined {
    const table = tableNameOf(of);
    return this.get<Row>(`SELECT * FROM ${table} WHERE ${this.schema.table(table).id} = ?`, id);
  }

  /** The row, or 404 NOT_FOUND "<thing> was not found." */
  must<T extends SQLiteTable>(of: T, id: number, thing: string): T['$inferSelect'] {
    const row = this.row(of, id);
    if (!row) throw notFound(thing);
    return row;
  }

  /**
   * A statement whose changes are in no audit row, no history, no search and no undo: for rows that have none of these,
   * and for columns that tell of no decision, such as when a PC was last seen. Answers the number of rows changed.
   */
  unjournalled(sql: string, ...params: Value[]): number {
    return this.run(sql, ...params);
  }

  private run(sql: string, ...params: Value[]): number {
    return this.of(sql).run(...params).changes;
  }

  /** Sets columns as they are, without comparing or stamping: undo uses it to put a row back exactly. */
  write(table: string, id: number, values: Row): void {
    const columns = Object.keys(values).map((column) => `${column} = ?`);
    const sql = `UPDATE ${table} SET ${columns.join(', ')} WHERE ${this.schema.table(table).id} = ?`;
    this.run(sql, ...Object.values(values), id);
  }

  /** Leaves a row outside the journal to be written with those of its group: whoever reads such rows has it. */
  deferWrite<T>(batch: Batch<T>, row: T): void {
    for (const table of batch.tables) this.writtenTables.add(table);
    this.statements.deferredWrites.add(batch, row);
  }

  record(entry: JournalEntry): void {
    updateFoldedNames(this, entry);
    this.journal.push(entry);
  }

  protected override of(sql: string): Statement {
    const { statement, touches } = this.statements.usageOf(sql);
    for (const table of touches.writes) this.writtenTables.add(table);
    return statement;
  }
}
