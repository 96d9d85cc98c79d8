import type { Database } from '../data/database.ts';
import type { Row, Value } from '../data/reader.ts';
import { toComparisonKey } from '../data/same-name.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { AppError, conflict, invalid, notFound } from '../errors.ts';
import { refuseOutboundText } from '../outbound.ts';
import { SECRET_MASK, type Secrets } from '../secrets.ts';
import { toSentenceForm } from '../sentence-form.ts';
import { refuseStale, type Staleness } from '../staleness.ts';
import { hasAddedFields, pickAddedValues, refuseMissingOfType, refuseMissingValues } from './added-fields.ts';
import { type ColumnField, type Field, isUnique, type PartField } from './fields.ts';
import { CUSTOM_FIELD_PREFIX } from './filter-operators.ts';
import { deleteMergedNames } from './merged-names.ts';
import { type Input, isActivatable, type Register, stampedTableOf, tableOf } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { hasValue } from './same-value.ts';
import { stampRecord } from './stamp-owner.ts';

/** Writes the records of one register. Each verb is one transaction with one audit row. */
export class Writer {
  private readonly fields: Record<string, Field>;
  private readonly parts: [string, PartField][];
  /** The stored fields by table: the register's own table and `assets`. */
  private readonly stored = new Map<string, [string, ColumnField][]>();
  private readonly defaults: Input;
  private readonly secrets: readonly string[];

  constructor(
    private readonly registers: Registers,
    readonly register: Register,
    private readonly db: Database,
    private readonly ground: { allowLoopback: boolean; secrets: Secrets },
  ) {
    this.fields = allFieldsOf(registers, register);
    this.parts = Object.entries(this.fields).flatMap(([name, field]) =>
      field.place === 'part' ? [[name, field]] : [],
    );
    for (const [name, field] of Object.entries(this.fields)) {
      const table = tableOf(register, name);
      if (field.place === 'column')
        this.stored.set(table, [...(this.stored.get(table) ?? []), [name, field]]);
    }
    this.secrets = Object.keys(this.fields).filter((name) => this.fields[name]!.kind === 'secret');
    const withDefault = Object.entries(this.fields).filter(([, field]) => field.default !== undefined);
    this.defaults = Object.fromEntries(withDefault.map(([name, field]) => [name, field.default]));
  }

  /**
   * Creates a record and returns its ID. Throws 409 CONFLICT for a duplicate of a unique value, 400 for a
   * missing reference, a missing custom field or the mask instead of a secret, and the errors of `check` of
   * the register.
   */
  create(context: WriteContext, input: Input, stamps: Row = {}): number {
    return this.db.transact(context, `${this.register.audit}.created`, (tx) => {
      const id = this.createIn(tx, input, stamps);
      refuseMissingValues(this.registers.addedFields, tx, this.register, id);
      tx.audit({ entitytype: this.entity(), entityid: id });
      return id;
    }).value;
  }

  /**
   * Creates a record inside a transaction that has its own audit row. Throws as `create` does, except for
   * missing custom fields, because reports do not contain them.
   */
  createIn(tx: Tx, input: Input, stamps: Row = {}): number {
    const complete: Input = { ...this.defaults, ...input };
    this.completeNumber(complete, {});
    this.refuseMask(complete);
    this.register.check?.(tx, complete, undefined);
    this.checkTargets(tx, complete);
    this.checkUnique(tx, complete, undefined);
    const { table, asset } = this.register;
    const own = { ...this.columns(complete, table), ...(asset ? {} : stamps) };
    if (asset) own.assetid = this.createAsset(tx, complete, stamps);
    const id = tx.insert(table, own);
    this.saveParts(tx, id, complete);
    this.saveAddedFields(tx, (own.assetid as number) ?? id, complete);
    return id;
  }

  /**
   * Copies the number of the record to the asset number when none is entered, in a register with
   * `numberedBy`.
   */
  private completeNumber(input: Input, before: Row): void {
    const numberedBy = this.register.asset?.numberedBy;
    if (numberedBy) input.assetnumber ??= input[numberedBy] ?? before[numberedBy];
  }

  /**
   * Changes the fields of the input. Throws 404 when the record does not exist, 409 STALE_WRITE when it
   * changed since `unless`, and the errors of `create`.
   */
  update(context: WriteContext, id: number, input: Input, unless?: Staleness, stamps: Row = {}): void {
    this.db.transact(context, `${this.register.audit}.updated`, (tx) => {
      const before = this.updateIn(tx, id, input, unless, stamps);
      refuseMissingOfType(this.registers.addedFields, tx, this.register, id, before);
      tx.audit({ entitytype: this.entity(), entityid: id });
    });
  }

  /**
   * Changes a record inside a transaction that has its own audit row, and returns its previous row. Throws as
   * `update` does, except for missing custom fields of another asset type.
   */
  updateIn(tx: Tx, id: number, input: Input, unless?: Staleness, stamps: Row = {}): Row {
    const before = this.getExisting(tx, id);
    const mark = tx.journal.length;
    refuseStale(String(before.modifieddate), unless);
    if (input.assetnumber === null) this.completeNumber(input, before);
    this.register.check?.(tx, input, before);
    this.checkTargets(tx, input);
    this.checkUnique(tx, { ...before, ...input }, before);
    const { table, asset } = this.register;
    if (asset) tx.update('assets', before.assetid as number, { ...this.columns(input, 'assets'), ...stamps });
    tx.update(table, id, { ...this.columns(input, table), ...(asset ? {} : stamps) });
    this.saveParts(tx, id, input);
    this.saveAddedFields(tx, (before.assetid as number) ?? id, input);
    // A change of a part is a change of the record.
    if (tx.journal.length > mark) stampRecord(tx, this.register, id);
    return before;
  }

  /** Returns the stored columns of one change to many rows, and checks its references once. */
  forMany(tx: Tx, input: Input): Row {
    this.checkTargets(tx, input);
    return this.columns(input, this.register.table);
  }

  /**
   * Retires or deletes a record, as the register declares. Throws 404 when it does not exist, 409 IN_USE when
   * a record to delete is still referenced, and STALE_WRITE when it changed since `unless`.
   */
  remove(context: WriteContext, id: number, unless?: Staleness): void {
    const verb = this.register.remove === 'soft' ? 'deactivated' : 'deleted';
    this.db.transact(context, `${this.register.audit}.${verb}`, (tx) => {
      const before = this.getExisting(tx, id);
      refuseStale(String(before.modifieddate), unless);
      if (this.register.remove === 'soft') this.retire(tx, id, before);
      else {
        refuseReferenced(tx, this.registers, this.register.table, id);
        deleteMergedNames(tx, this.register.table, id);
        tx.delete(this.register.table, id);
      }
      tx.audit({ entitytype: this.entity(), entityid: id });
    });
  }

  /**
   * Returns the stored row, joined with the row of its asset if it extends one. Throws 404 when it does not
   * exist.
   */
  getExisting(tx: Tx, id: number): Row {
    const own = tx.row(this.register.table, id);
    if (!own) throw notFound(this.register.one);
    if (!this.register.asset) return own;
    return { ...tx.row('assets', own.assetid as number)!, ...own, modifieddate: modifiedDateOf(tx, own) };
  }

  private retire(tx: Tx, id: number, before: Row): void {
    if (this.register.asset) tx.update('assets', before.assetid as number, { isactive: 0 });
    else tx.update(this.register.table, id, { isactive: 0 });
  }

  private createAsset(tx: Tx, input: Input, stamps: Row): number {
    const { type } = this.register.asset!;
    const assettypeid = tx.value<number>('SELECT assettypeid FROM assettypes WHERE assettype = ?', type);
    if (!assettypeid) throw invalid('assettypeid', `The asset type ${type} does not exist.`);
    return tx.insert('assets', { ...this.columns(input, 'assets'), assettypeid, ...stamps });
  }

  /** Rejects the secret mask in a new record, because the mask represents an existing value. */
  private refuseMask(input: Input): void {
    const name = this.secrets.find((one) => input[one] === SECRET_MASK);
    if (name) throw invalid(name, `${this.fields[name]!.title} is missing. Enter it.`);
  }

  private saveParts(tx: Tx, id: number, input: Input): void {
    for (const [name, part] of this.parts) if (input[name] !== undefined) part.save(tx, id, input[name]);
  }

  /** Writes the fields that the plant has added to an asset. Throws 400 for an unknown one or an invalid value. */
  private saveAddedFields(tx: Tx, assetid: number, input: Input): void {
    const { addedFields } = this.registers;
    if (!addedFields || !hasAddedFields(this.register)) return;
    const values = pickAddedValues(input);
    if (Object.keys(values).length > 0) addedFields.setValues(tx, assetid, values, CUSTOM_FIELD_PREFIX);
  }

  private entity(): string {
    return this.register.audit.split('.')[1]!;
  }

  /** Returns the input as columns of one of the two tables. */
  private columns(input: Input, table: string): Row {
    const row: Row = {};
    for (const [name, field] of this.stored.get(table) ?? []) {
      if (input[name] === undefined) continue;
      if (field.kind === 'secret' && input[name] === SECRET_MASK) continue;
      row[name] = this.valueIn(field, input[name]);
    }
    if (isActivatable(this.register) && typeof input.isactive === 'boolean')
      if (stampedTableOf(this.register) === table) row.isactive = Number(input.isactive);
    return row;
  }

  private valueIn(field: ColumnField, value: unknown): Value {
    if (value === null) {
      const isGiven = field.notNull && field.default !== undefined;
      return isGiven ? this.valueIn(field, field.default) : null;
    }
    if (field.kind === 'boolean') return Number(value);
    if (field.kind === 'json') return JSON.stringify(value);
    if (field.kind === 'secret') return this.ground.secrets.encrypt(String(value));
    return value as Value;
  }

  private checkTargets(tx: Tx, input: Input): void {
    for (const [name, field] of Object.entries(this.fields)) {
      const value = input[name];
      if (value === undefined) continue;
      this.checkTarget(tx, field, value, name);
      if (field.place !== 'part') continue;
      for (const [index, row] of (field.rows ? ((value ?? []) as Input[]) : []).entries())
        for (const [column, cell] of Object.entries(field.rows!))
          this.checkTarget(tx, cell, row[column], `${name}.${index}.${column}`);
      field.check?.(tx, value, name);
    }
  }

  private checkTarget(tx: Tx, field: Field, value: unknown, path: string): void {
    if (field.outbound && typeof value === 'string' && value !== SECRET_MASK)
      refuseOutboundText(path, value, true, this.ground.allowLoopback);
    if (!field.ref || typeof value !== 'number') return;
    const { table, id, one } = this.registers.get(field.ref.register);
    const exists = tx.value(`SELECT 1 FROM ${table} WHERE ${id} = ?`, value);
    if (!exists) throw invalid(path, `No ${toSentenceForm(one)} has the ID ${value}.`);
  }

  private checkUnique(tx: Tx, input: Input, before: Row | undefined): void {
    // The source of both numbers is checked first, so that the error names its field and not the derived one.
    const numberedBy = this.register.asset?.numberedBy;
    const first = numberedBy ? { [numberedBy]: this.fields[numberedBy]! } : {};
    for (const [name, field] of Object.entries({ ...first, ...this.fields })) {
      if (!isUnique(field) || input[name] === undefined || input[name] === null) continue;
      const isOwn = tableOf(this.register, name) === this.register.table;
      const [table, id] = isOwn ? [this.register.table, this.register.id] : ['assets', 'assetid'];
      const other = this.findConflict(tx, [name], { input, before, table, id });
      if (other) throw takenError(name, field.title, input[name], this.isInactive(tx, other));
    }
    const together = this.register.uniqueTogether;
    if (!together) return;
    const other = this.findConflict(tx, together.fields, { input, before, ...this.register });
    if (other)
      throw takenError(together.names, this.fields[together.names]!.title, input[together.names], false);
  }

  /**
   * Returns another row with these values. When the names change in letter case at most, only an exact match
   * counts, because such duplicates can exist already.
   */
  private findConflict(
    tx: Tx,
    names: readonly string[],
    { input, before, table, id }: { input: Input; before: Row | undefined; table: string; id: string },
  ): Row | undefined {
    const valueOfInput = (name: string) => (input[name] ?? null) as Value;
    const isKept =
      before && names.every((name) => toComparisonKey(valueOfInput(name)) === toComparisonKey(before[name]));
    const conditions = names.map((name) =>
      isKept
        ? { sql: `${table}.${name} IS ?`, params: [valueOfInput(name)] }
        : hasValue(this.register, name, this.fields[name]!, valueOfInput(name)),
    );
    return tx.get<Row>(
      `SELECT * FROM ${table} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} AND ${table}.${id} <> ?`,
      ...conditions.flatMap(({ params }) => params),
      (before?.[id] as number) ?? 0,
    );
  }

  private isInactive(tx: Tx, row: Row): boolean {
    if ('isactive' in row) return row.isactive === 0;
    return this.register.asset !== undefined && tx.row('assets', row.assetid as number)?.isactive === 0;
  }
}

/**
 * Throws 409 IN_USE with `details.references`: the number of rows of each kind that still refer to this one.
 * Rows that are deleted or cleared with this one do not count.
 */
export function refuseReferenced(tx: Tx, registers: Registers, table: string, id: number): void {
  const references: Record<string, number> = {};
  for (const { table: other, column } of tx.schema.referencesTo(table)) {
    const n = tx.value<number>(`SELECT count(*) FROM ${other} WHERE ${column} = ?`, id) ?? 0;
    const kind = registers.findByTable(other)?.name ?? other;
    if (n > 0) references[kind] = (references[kind] ?? 0) + n;
  }
  const kinds = Object.entries(references).map(([kind, n]) => `${n} ${kind}`);
  if (kinds.length === 0) return;
  throw new AppError('IN_USE', `This record is still used by ${kinds.join(', ')}. Change those first.`, {
    references,
  });
}

function takenError(field: string, title: string, value: unknown, inactive: boolean): AppError {
  const holder = inactive
    ? 'an inactive record. Reactivate that record, or use a different value'
    : 'another record. Use a different value';
  return conflict(field, `${title} ${JSON.stringify(value)} belongs to ${holder}.`);
}

const modifiedDateOf = (tx: Tx, own: Row): string =>
  tx.row('assets', own.assetid as number)!.modifieddate as string;
