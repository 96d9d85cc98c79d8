import { instantAfter } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Row, Value } from '../data/reader.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { AppError, conflict, invalid, notFound } from '../errors.ts';
import { refuseOutboundText } from '../outbound.ts';
import type { Field } from './fields.ts';
import { aliasOf, allFields, type Input, isActivatable, type Register, type Registers } from './register.ts';

/** Writing the records of one register: each verb is one transaction with one audit row. */
export class Writer {
  private readonly fields: Record<string, Field>;

  constructor(
    private readonly registers: Registers,
    readonly register: Register,
    private readonly db: Database,
    private readonly allowLoopback: boolean,
  ) {
    this.fields = allFields(registers, register);
  }

  /** Creates a record and returns its id. 409 CONFLICT on a taken unique value, 400 on a missing reference. */
  create(context: WriteContext, input: Input, stamps: Row = {}): number {
    return this.db.transact(context, (tx) => {
      const id = this.createIn(tx, input, stamps);
      tx.audit({ action: `${this.register.audit}.created`, entitytype: this.entity(), entityid: id });
      return id;
    });
  }

  /** The same inside a transaction that has its own audit row. */
  createIn(tx: Tx, input: Input, stamps: Row = {}): number {
    const complete = { ...this.defaults(), ...input };
    this.register.hooks?.check?.(tx, complete, undefined);
    this.checkTargets(tx, complete);
    this.checkUnique(tx, complete, undefined);
    const own = { ...this.columns(complete, 't'), ...(this.register.extendsAsset ? {} : stamps) };
    if (this.register.extendsAsset) own.assetid = this.createAsset(tx, complete, stamps);
    const id = tx.insert(this.register.table, own);
    this.register.hooks?.saved?.(tx, id, complete, undefined);
    return id;
  }

  /** Changes the given fields. 404 when there is no such record, 409 STALE_WRITE when it changed since `unless`. */
  update(context: WriteContext, id: number, input: Input, unless?: Staleness, stamps: Row = {}): void {
    this.db.transact(context, (tx) => {
      this.updateIn(tx, id, input, unless, stamps);
      tx.audit({ action: `${this.register.audit}.updated`, entitytype: this.entity(), entityid: id });
    });
  }

  updateIn(tx: Tx, id: number, input: Input, unless?: Staleness, stamps: Row = {}): void {
    const before = this.existing(tx, id);
    const mark = tx.journal.length;
    refuseStale(before, unless);
    this.register.hooks?.check?.(tx, input, before);
    this.checkTargets(tx, input);
    this.checkUnique(tx, { ...before, ...input }, before);
    if (this.register.extendsAsset) {
      tx.update('assets', before.assetid as number, { ...this.columns(input, 'a'), ...stamps });
      tx.update(this.register.table, id, this.columns(input, 't'));
    } else tx.update(this.register.table, id, { ...this.columns(input, 't'), ...stamps });
    this.register.hooks?.saved?.(tx, id, input, before);
    if (this.register.extendsAsset && tx.journal.length > mark) this.stampAsset(tx, before, mark);
  }

  /** The stored columns of a change that is the same for many rows; its references are checked once. */
  forMany(tx: Tx, input: Input): Row {
    this.register.hooks?.check?.(tx, input, undefined);
    this.checkTargets(tx, input);
    return this.columns(input, 't');
  }

  /** Retires or removes the record; a removed one that is still referred to is 409 IN_USE. */
  remove(context: WriteContext, id: number): void {
    this.db.transact(context, (tx) => {
      const before = this.existing(tx, id);
      if (this.register.remove === 'soft') this.retire(tx, id, before);
      else {
        refuseReferenced(tx, this.registers, this.register.table, id);
        tx.delete(this.register.table, id);
      }
      this.register.hooks?.removed?.(tx, id, before);
      const verb = this.register.remove === 'soft' ? 'deactivated' : 'deleted';
      tx.audit({ action: `${this.register.audit}.${verb}`, entitytype: this.entity(), entityid: id });
    });
  }

  /** The stored row, joined with its asset's where it extends one; 404 when there is none. */
  existing(tx: Tx, id: number): Row {
    const own = tx.row(this.register.table, id);
    if (!own) throw notFound(this.register.titleone);
    if (!this.register.extendsAsset) return own;
    return { ...tx.row('assets', own.assetid as number)!, ...own, modifieddate: latest(tx, own) };
  }

  private retire(tx: Tx, id: number, before: Row): void {
    if (this.register.extendsAsset) tx.update('assets', before.assetid as number, { isactive: 0 });
    else tx.update(this.register.table, id, { isactive: 0 });
  }

  private createAsset(tx: Tx, input: Input, stamps: Row): number {
    const type = tx.value<number>(
      'SELECT assettypeid FROM assettypes WHERE assettype = ?',
      this.register.extendsAsset!.assettype,
    );
    if (!type)
      throw invalid('assettypeid', `The asset type ${this.register.extendsAsset!.assettype} does not exist.`);
    return tx.insert('assets', { ...this.columns(input, 'a'), assettypeid: type, ...stamps });
  }

  /** A change of the extending row or its side tables is a change of the asset: its stamp moves with it. */
  private stampAsset(tx: Tx, before: Row, mark: number): void {
    if (tx.journal.slice(mark).some((entry) => entry.table === 'assets')) return;
    tx.update('assets', before.assetid as number, {
      modifieddate: instantAfter(before.modifieddate as string, tx.at),
    });
  }

  private entity(): string {
    return this.register.audit.split('.')[1]!;
  }

  private defaults(): Input {
    const given = Object.entries(this.fields).filter(([, field]) => field.default !== undefined);
    return Object.fromEntries(given.map(([name, field]) => [name, field.default]));
  }

  private columns(input: Input, alias: 't' | 'a'): Row {
    const row: Row = {};
    for (const [name, field] of Object.entries(this.fields)) {
      if (field.virtual || field.select || aliasOf(this.register, name) !== alias || !(name in input))
        continue;
      if (input[name] !== undefined) row[name] = stored(field, input[name]);
    }
    if (isActivatable(this.register) && typeof input.isactive === 'boolean') {
      const state = this.register.extendsAsset ? 'a' : 't';
      if (state === alias) row.isactive = Number(input.isactive);
    }
    return row;
  }

  private checkTargets(tx: Tx, input: Input): void {
    for (const [name, field] of Object.entries(this.fields)) {
      const id = input[name];
      if (field.outbound && typeof id === 'string') refuseOutboundText(name, id, true, this.allowLoopback);
      if (!field.ref || typeof id !== 'number') continue;
      const target = this.registers.get(field.ref.register);
      const known = tx.value(`SELECT 1 FROM ${target.table} WHERE ${target.id} = ?`, id);
      if (!known) throw invalid(name, `There is no ${target.titleone.toLowerCase()} with id ${id}.`);
    }
  }

  private checkUnique(tx: Tx, input: Input, before: Row | undefined): void {
    for (const [name, field] of Object.entries(this.fields)) {
      if (!field.unique || input[name] === undefined || input[name] === null) continue;
      const [table, id] =
        aliasOf(this.register, name) === 'a'
          ? ['assets', 'assetid']
          : [this.register.table, this.register.id];
      const other = tx.get<Row>(
        `SELECT * FROM ${table} WHERE ${name} = ? AND ${id} <> ?`,
        input[name] as Value,
        (before?.[id] as number) ?? 0,
      );
      if (other) throw taken(name, field.title, input[name], this.isInactive(tx, other));
    }
    const together = this.register.uniqueTogether;
    if (!together) return;
    const same = together.fields.map((name) => `${name} IS ?`).join(' AND ');
    const values = together.fields.map((name) => (input[name] ?? null) as Value);
    const { table, id } = this.register;
    const other = tx.value(
      `SELECT 1 FROM ${table} WHERE ${same} AND ${id} <> ?`,
      ...values,
      (before?.[id] as number) ?? 0,
    );
    if (other) throw taken(together.names, this.fields[together.names]!.title, input[together.names], false);
  }

  private isInactive(tx: Tx, row: Row): boolean {
    if ('isactive' in row) return row.isactive === 0;
    return (
      this.register.extendsAsset !== undefined && tx.row('assets', row.assetid as number)?.isactive === 0
    );
  }
}

export interface Staleness {
  /** `ifmodifieddate`: the exact stamp the caller has seen. */
  seen?: string;
  /** `If-Unmodified-Since`: whole seconds. */
  since?: Date;
}

/** What the caller has seen: the body's `ifmodifieddate` and the header `If-Unmodified-Since`. */
export function staleness(req: Request, seen: string | undefined): Staleness {
  const header = req.headers.get('if-unmodified-since');
  if (!header) return { seen };
  const since = new Date(header);
  if (Number.isNaN(since.getTime())) throw invalid('If-Unmodified-Since', 'Use an HTTP date.');
  return { seen, since };
}

function refuseStale(before: Row, unless: Staleness | undefined): void {
  const modified = String(before.modifieddate);
  const seconds = Math.floor(Date.parse(modified) / 1000) * 1000;
  const stale =
    (unless?.seen && unless.seen !== modified) || (unless?.since && seconds > unless.since.getTime());
  if (stale) {
    throw new AppError(
      'STALE_WRITE',
      'Somebody changed this record after you opened it. Load it again and repeat your change.',
      { modifieddate: modified },
    );
  }
}

/** 409 IN_USE with `details.references`, the number of rows of each kind that still refer to this one. */
export function refuseReferenced(tx: Tx, registers: Registers, table: string, id: number): void {
  const references: Record<string, number> = {};
  for (const { table: other, column } of tx.schema.referencesTo(table)) {
    const n = tx.value<number>(`SELECT count(*) FROM ${other} WHERE ${column} = ?`, id) ?? 0;
    const kind = registers.ofTable(other)?.name ?? other;
    if (n > 0) references[kind] = (references[kind] ?? 0) + n;
  }
  const kinds = Object.entries(references).map(([kind, n]) => `${n} ${kind}`);
  if (kinds.length === 0) return;
  throw new AppError('IN_USE', `This is still used by ${kinds.join(', ')}. Change those first.`, {
    references,
  });
}

function taken(field: string, title: string, value: unknown, inactive: boolean): AppError {
  const holder = inactive
    ? 'an inactive record; reactivate that one or use another'
    : 'another record; use another';
  return conflict(field, `${title} ${JSON.stringify(value)} belongs to ${holder}.`);
}

const latest = (tx: Tx, own: Row): string => tx.row('assets', own.assetid as number)!.modifieddate as string;

function stored(field: Field, value: unknown): Value {
  if (value === null) return null;
  if (field.kind === 'boolean') return Number(value);
  if (field.kind === 'json') return JSON.stringify(value);
  return value as Value;
}
