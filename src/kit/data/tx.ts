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
import { addSortKeys, removeSortKeys } from './sort-keys.ts';
import type { Statements } from './statements.ts';

/** The caller of a write, its address and its request, as the audit row records them. */
export interface WriteContext {
  actor: Actor;
  requestid: string | null;
  ipaddress: string | null;
  /**
   * The permissions of which one allows the operation. A user with one of them may undo it. Permissions that are
   * joined by `&` are all needed. Absent or empty means that only admins may undo it.
   */
  needs?: readonly string[];
  /**
   * The account to which long work is charged, also after the caller disconnects. Absent for the appliance
   * itself.
   */
  account?: CpuAccount;
  /**
   * Throws when the caller has lost the access that the request was authorized for. Called after steps that
   * take long.
   */
  recheckAccess?(): Promise<void>;
  /** Receives each audit row written under this context. */
  onAuditWritten?(audit: AuditRef): void;
}

/** The audit row of a transaction, and whether the change can be undone. */
export interface AuditRef {
  auditlogid: number;
  undoable: boolean;
  /** The length of its details and of the first part of its journal in characters. */
  length: number;
  /**
   * Permissions, separated by commas. A user with one of them may undo the change. Null means admins only.
   */
  needs: string | null;
}

/** Returns the context of the appliance itself, for work at start and scheduled work. */
export const createSystemContext = (): WriteContext => ({ actor: SYSTEM, requestid: null, ipaddress: null });

/** The record that a change concerns. The action of the transaction names the change itself. */
export interface AuditNote {
  /**
   * The noun of the audit prefix of a register, by which the audit log finds the name and the page of the
   * record. Other types are declared in `auditEntities`.
   */
  entitytype: string;
  entityid: number | string | null;
  details?: Record<string, unknown>;
  /** Default true. False for changes that cannot be undone, such as a password change. */
  undoable?: boolean;
}

export interface DomainEvent {
  name: string;
  [key: string]: unknown;
}

/**
 * Write access to the data. `insert`, `update` and `delete` journal each row change, so that audit, history,
 * search and undo cover it. `write`, `runUnjournaled` and `deferWrite` do not.
 */
export class Tx extends Reader {
  readonly journal: JournalEntry[] = [];
  readonly events: DomainEvent[] = [];
  /** The written tables, as SQLite reports them. */
  readonly writtenTables = new Set<string>();
  note?: AuditNote;
  /** The audit row of an earlier transaction that this one continues. Both share that row. */
  continues?: AuditRef;
  /** The audit row of this transaction. It is set when the row is written, at the end of the transaction. */
  auditRef?: AuditRef;
  /** The row locks of the batch operation to which this transaction belongs. */
  rowLocks?: RowLocks;
  /** True when later transactions will continue the operation that this one starts or continues. */
  isUnfinished = false;
  /** Changes of earlier transactions of the batch operation, for invariants that are enforced at its end. */
  deferred?: JournalEntry[];
  /** Changes that earlier steps of a dry run made and rolled back. */
  dryRunJournal?: readonly JournalEntry[];
  /**
   * Decides for which records this transaction of an operation builds derived data, such as search texts. A
   * record that changes in many transactions thus gets them rarely.
   */
  idleRecords?: IdleRecords;
  /**
   * True when this transaction reverts an earlier one. Rows of tables that only allow inserts may then be
   * deleted.
   */
  isReversal = false;
  /**
   * The time of the change that is being undone. Two rows that had the same name at that time may have it
   * again.
   */
  undoes?: string;
  /**
   * True for the rollback of an interrupted or failed operation. Rows are restored exactly, even if two of
   * them already had the same name.
   */
  isRollback = false;
  /**
   * True when this transaction merges two records. Permanent entries of one record then move to the other.
   */
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

  /** Sets the record that the change concerns. Throws an Error when it is set already. */
  audit(note: AuditNote): void {
    if (this.note) throw new Error(`The transaction ${this.action} can have only one audit row.`);
    this.note = note;
  }

  /** Continues the operation of an existing audit row. */
  continue(audit: AuditRef): void {
    this.continues = audit;
  }

  /**
   * Runs a part that can be rolled back alone. When `work` throws, its changes are rolled back and the error
   * is passed on.
   */
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

  /**
   * Enforces the invariants over the journal from `mark` on, as the commit will do. Used for a part that may
   * fail alone.
   */
  checkInvariants(mark: number): void {
    this.invariants(this, mark);
  }

  /** Dispatches the event after the commit. A failed commit dispatches nothing. */
  emit(event: DomainEvent): void {
    this.events.push(event);
  }

  /**
   * Inserts the row and returns its ID. Sets `createddate` and `modifieddate` unless they are set already.
   * Throws 409 CONFLICT when a unique name differs from another one only in the case of letters beyond ASCII.
   */
  insert<T extends SQLiteTable>(into: T, values: T['$inferInsert']): number;
  insert(into: string, values: Row): number;
  insert(into: SQLiteTable | string, values: object): number {
    const table = tableNameOf(into);
    const info = this.schema.table(table);
    const row = { ...values } as Row;
    refuseSameName(this, { table, id: 0, next: row });
    if (info.columns.has('createddate')) row.createddate ??= this.at;
    if (info.columns.has('modifieddate')) row.modifieddate ??= row.createddate ?? this.at;
    const stored = addSortKeys(info, row);
    const columns = Object.keys(stored);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING *`;
    const after = removeSortKeys(info, this.get<Row>(sql, ...Object.values(stored))!);
    const id = after[info.id] as number;
    this.record({ table, id, op: 'insert', before: null, after });
    return id;
  }

  /**
   * Writes the columns that differ, and a new `modifieddate` unless it is among them. Returns the names of
   * the differing columns; undefined, without a write, when there are none. Throws an Error when the row does
   * not exist.
   */
  update<T extends SQLiteTable>(of: T, id: number, values: Partial<T['$inferInsert']>): string[] | undefined;
  update(of: string, id: number, values: Row): string[] | undefined;
  update(of: SQLiteTable | string, id: number, changes: object): string[] | undefined {
    const table = tableNameOf(of);
    const values = changes as Row;
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

  /**
   * Updates the `modifieddate` of a row whose child rows changed. Does nothing when this transaction already
   * changed the row itself.
   */
  bumpModified(of: SQLiteTable | string, id: number): void {
    const table = tableNameOf(of);
    if (this.journal.some((entry) => entry.table === table && entry.id === id)) return;
    const modifieddate = advanceInstant(this.row(table, id)!.modifieddate as string, this.at);
    this.update(table, id, { modifieddate });
  }

  /**
   * Deletes the row, or throws an Error when it does not exist. Before that, deletes or clears the rows that
   * refer to it, as the schema declares, and journals each of them. Only in tables without an ID column does
   * SQLite do this, outside the journal.
   */
  delete(from: SQLiteTable | string, id: number): void {
    const table = tableNameOf(from);
    const before = this.row(table, id);
    if (!before) throw new Error(`There is no row ${id} in ${table}.`);
    this.letGo(table, id);
    this.run(`DELETE FROM ${table} WHERE ${this.schema.table(table).id} = ?`, id);
    this.record({ table, id, op: 'delete', before, after: null });
  }

  /**
   * Applies ON DELETE CASCADE and SET NULL in code. SQLite would do it outside the journal, and an undo could
   * not restore the rows. For tables without an ID column, SQLite does it.
   */
  private letGo(table: string, id: number): void {
    for (const { table: other, column, ondelete } of this.schema.keysTo(table)) {
      const key = this.schema.table(other).id;
      if (key === '' || (ondelete !== 'CASCADE' && ondelete !== 'SET NULL')) continue;
      for (const row of this.all<{ id: number }>(
        `SELECT ${key} AS id FROM ${other} WHERE ${column} = ?`,
        id,
      )) {
        // A row that refers to another row of its own table may be gone already, deleted together with that
        // row.
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
    const info = this.schema.table(table);
    return removeSortKeys(info, this.get<Row>(`SELECT * FROM ${table} WHERE ${info.id} = ?`, id));
  }

  /** Returns the row. Throws 404 NOT_FOUND "<thing> was not found." when it does not exist. */
  must<T extends SQLiteTable>(of: T, id: number, thing: string): T['$inferSelect'] {
    const row = this.row(of, id);
    if (!row) throw notFound(thing);
    return row;
  }

  /**
   * Runs a statement whose changes are in no audit row, no history, no search index and no undo. It is for
   * rows that have none of these, and for columns that record no decision, such as when a PC was last seen.
   * Returns the number of rows changed.
   */
  runUnjournaled(sql: string, ...params: Value[]): number {
    return this.run(sql, ...params);
  }

  private run(sql: string, ...params: Value[]): number {
    return this.of(sql).run(...params).changes;
  }

  /**
   * Sets columns without comparing them, without a new `modifieddate` and outside the journal; the caller
   * passes the change to `record`. Undo uses it to restore a row exactly.
   */
  write(table: string, id: number, values: Row): void {
    const info = this.schema.table(table);
    const stored = addSortKeys(info, values);
    const columns = Object.keys(stored).map((column) => `${column} = ?`);
    const sql = `UPDATE ${table} SET ${columns.join(', ')} WHERE ${info.id} = ?`;
    this.run(sql, ...Object.values(stored), id);
  }

  /**
   * Defers a row outside the journal, so that it is written together with other deferred rows. Later
   * reads of its tables still see it.
   */
  deferWrite<T>(batch: Batch<T>, row: T): void {
    for (const table of batch.tables) this.writtenTables.add(table);
    this.statements.deferredWrites.add(batch, row);
  }

  /** Adds the change of a row to the journal, and updates the folded forms of its names. */
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
