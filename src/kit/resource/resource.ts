import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Reader, Row } from '../data/reader.ts';
import type { WriteContext } from '../data/tx.ts';
import { notFound } from '../errors.ts';
import { csvResponse } from '../http/csv.ts';
import type { Page } from '../http/page.ts';
import type { SearchSources } from '../search/sources.ts';
import { SECRET_MASK, type Secrets } from '../secrets.ts';
import type { Staleness } from '../staleness.ts';
import { hasAddedFields } from './added-fields.ts';
import { CUSTOM_FIELD_PREFIX } from './filter-operators.ts';
import { Lister } from './list.ts';
import { idColumnOf } from './list-sorts.ts';
import type { Input, RecordOut, Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { RequestedColumns } from './requested-columns.ts';
import { type RegisterSchemas, schemasOf } from './schemas.ts';
import { Completion } from './select.ts';
import { Writer } from './write.ts';

/** The number of records for which separately read values are read at once. */
const BATCH = 100;

/**
 * A requested write: the context of the caller, the input, imported timestamps, and the version that the
 * caller has seen.
 */
export interface RecordChange {
  context: WriteContext;
  input: Input;
  stamps?: Row;
  unless?: Staleness;
}

interface Ground {
  registers: Registers;
  search: SearchSources;
  secrets: Secrets;
  db: Database;
  allowLoopback: boolean;
}

/** A register at run time: its list, its writer and the served form of its records. Services reuse these. */
export class Resource {
  readonly lister: Lister;
  readonly writer: Writer;
  readonly schemas: RegisterSchemas;
  private readonly completion: Completion;

  constructor(
    private readonly ground: Ground,
    readonly register: Register,
  ) {
    const { registers, db, search } = ground;
    this.lister = new Lister(registers, register, search);
    this.writer = new Writer(registers, register, db, ground);
    this.schemas = schemasOf(registers, register);
    this.completion = new Completion(register, allFieldsOf(registers, register));
  }

  /** Returns the record as it is served. Throws 404 when it does not exist. */
  get(value: number | string, column = idColumnOf(this.register)): RecordOut {
    const record = this.lister.findOne(this.ground.db, column, value);
    if (!record) throw notFound(this.register.one);
    const { db } = this.ground;
    if (!this.completion.isEmpty) db.read((reader) => this.completion.complete(reader, [record], true));
    return this.withAddedFields(record);
  }

  /**
   * Returns one page of the list. Throws 401 for a filter or a sort by a personal field that is hidden from
   * the actor. `query` is validated by `schemas.list`.
   */
  async page(query: Input, actor?: Actor): Promise<Page<RecordOut>> {
    const columns = this.readColumns(query, actor);
    const page = await this.lister.page(this.ground.db, query, actor);
    this.completed(page.rows, columns);
    return page;
  }

  /** Returns all matching records, for unpaged lists. */
  all(query: Input, actor?: Actor): RecordOut[] {
    const columns = this.readColumns(query, actor);
    return this.completed(this.lister.all(this.ground.db, query, actor), columns);
  }

  /**
   * Returns the list as a CSV document, without paging. `redact` converts each record. Has the columns of the
   * query, otherwise all except those that never appear in lists and those that are hidden from the actor.
   */
  csv(query: Input, actor?: Actor, redact: (record: RecordOut) => RecordOut = (record) => record): Response {
    const { db } = this.ground;
    // An invalid query is rejected before the response starts.
    db.read((reader) => this.lister.prepare(reader, query, actor));
    const columns = this.readColumns(query, actor);
    const csvOptions = {
      filename: `${this.register.name}.csv`,
      columns: (columns?.names ?? this.listColumnNames(actor)).map((key) => ({ key, title: key })),
      bom: query.bom === true,
    };
    return csvResponse(csvOptions, () => {
      const { reader, close } = db.snapshot();
      return { rows: this.inBatches(reader, this.lister.each(reader, query, actor), redact, columns), close };
    });
  }

  /** Creates a record and returns it as it is served. Throws like `Writer.create`. */
  create({ context, input, stamps }: RecordChange): RecordOut {
    return this.get(this.writer.create(context, input, stamps));
  }

  /** Changes a record and returns it as it is served. Throws like `Writer.update`. */
  update({ context, input, unless, stamps }: RecordChange, id: number): RecordOut {
    this.writer.update(context, id, input, unless, stamps);
    return this.get(id);
  }

  /** Retires or deletes a record. Throws like `Writer.remove`. */
  remove(context: WriteContext, id: number, unless?: Staleness): { deleted: number } {
    this.writer.remove(context, id, unless);
    return { deleted: id };
  }

  /**
   * Replaces the masks in the record by the secrets that a permission of the caller reveals; by null if no
   * key decrypts one.
   */
  revealSecrets(record: RecordOut, holds: (permission: string) => boolean): RecordOut {
    const { id, table, fields } = this.register;
    const { db, secrets } = this.ground;
    for (const [name, { shownTo }] of Object.entries(fields)) {
      if (!shownTo || record[name] !== SECRET_MASK || !holds(shownTo)) continue;
      const sql = `SELECT ${name} FROM ${table} WHERE ${id} = ?`;
      const sealed = db.read((reader) => reader.value<string>(sql, record[id] as number));
      record[name] = (sealed && secrets.decrypt(sealed)) ?? null;
    }
    return record;
  }

  /** Adds the values of the fields that the plant has added to an asset. */
  private withAddedFields(record: RecordOut): RecordOut {
    const { addedFields } = this.ground.registers;
    if (!addedFields || !hasAddedFields(this.register)) return record;
    const { assetid, assettypeid } = record as { assetid: number; assettypeid: number };
    const values = this.ground.db.read((reader) => addedFields.readRecord(reader, { assetid, assettypeid }));
    for (const [key, value] of Object.entries(values)) record[CUSTOM_FIELD_PREFIX + key] = value;
    return record;
  }

  private completed(records: RecordOut[], columns?: RequestedColumns): RecordOut[] {
    this.ground.db.read((reader) => {
      this.completion.complete(reader, records, false);
      columns?.complete(reader, records);
    });
    return records;
  }

  /** Returns the columns that the query names; undefined if it names none. Throws like `RequestedColumns`. */
  private readColumns({ columns }: Input, actor: Actor | undefined): RequestedColumns | undefined {
    if (typeof columns !== 'string' || columns.trim() === '') return undefined;
    const { registers, db } = this.ground;
    const { register } = this;
    const own = this.listColumnNames(actor);
    const extensions = registers.listExtensions(register, actor);
    return db.read(
      (reader) => new RequestedColumns(reader, { registers, register, own, extensions, columns }),
    );
  }

  /** Yields the records of a long list with the values that are read separately, in batches. */
  private *inBatches(
    reader: Reader,
    records: Iterable<RecordOut>,
    redact: (record: RecordOut) => RecordOut,
    columns: RequestedColumns | undefined,
  ): Generator<RecordOut> {
    let batch: RecordOut[] = [];
    for (const record of records) {
      batch.push(record);
      if (batch.length < BATCH) continue;
      this.completion.complete(reader, batch, false);
      columns?.complete(reader, batch);
      yield* batch.map(redact);
      batch = [];
    }
    this.completion.complete(reader, batch, false);
    columns?.complete(reader, batch);
    yield* batch.map(redact);
  }

  /** Returns the names of the columns that a list can have for this actor. */
  private listColumnNames(actor: Actor | undefined): string[] {
    const { registers } = this.ground;
    const keys = [this.register.id];
    for (const [name, field] of Object.entries(allFieldsOf(registers, this.register))) {
      if (actor && !canSeePersonalData(actor) && field.personal) continue;
      if (field.list === 'never' || (field.place !== 'column' && field.alone)) continue;
      keys.push(name);
      if (field.ref) keys.push(registers.displayKey(name, field));
    }
    keys.push('createddate', 'modifieddate');
    return keys;
  }
}
