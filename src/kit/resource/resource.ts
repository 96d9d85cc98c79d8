import { type Actor, canSeePersonalData } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Reader, Row } from '../data/reader.ts';
import type { WriteContext } from '../data/tx.ts';
import { notFound } from '../errors.ts';
import { type CsvColumn, csvResponse } from '../http/csv.ts';
import type { Page } from '../http/page.ts';
import type { SearchSources } from '../search/sources.ts';
import { SECRET_MASK, type Secrets } from '../secrets.ts';
import type { Staleness } from '../staleness.ts';
import { idColumnOf, Lister } from './list.ts';
import type { Input, RecordOut, Register } from './register.ts';
import { allFieldsOf, type Registers } from './registers.ts';
import { type RegisterSchemas, schemasOf } from './schemas.ts';
import { Completion } from './select.ts';
import { Writer } from './write.ts';

/** Records that are completed at once. */
const BATCH = 100;

/** A write as it was asked for: by whom, what, with which dates of another system, and what the caller has seen. */
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

/** A register at work: its list, its writer and how a record is served. Services reuse these. */
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

  /** The record as it is served; 404 when there is none. */
  get(value: number | string, column = idColumnOf(this.register)): RecordOut {
    const record = this.lister.one(this.ground.db, column, value);
    if (!record) throw notFound(this.register.one);
    return this.completion.isEmpty ? record : this.completed([record], true)[0]!;
  }

  /** One page of the list, as far as the caller sees it. `query` is validated by `schemas.list`. */
  async page(query: Input, actor?: Actor): Promise<Page<RecordOut>> {
    const page = await this.lister.page(this.ground.db, query, actor);
    this.completed(page.rows, false);
    return page;
  }

  /** All that the query matches, for lists that are served whole. */
  all(query: Input, actor?: Actor): RecordOut[] {
    return this.completed(this.lister.all(this.ground.db, query, actor), false);
  }

  /** The list as a CSV document, without paging. */
  csv(query: Input, actor?: Actor, veil: (record: RecordOut) => RecordOut = (record) => record): Response {
    const { db } = this.ground;
    // What is wrong with the question is said before anything is sent.
    db.read((reader) => this.lister.prepare(reader, query, actor));
    const about = {
      filename: `${this.register.name}.csv`,
      columns: this.csvColumns(actor),
      bom: query.bom === true,
    };
    return csvResponse(about, () => {
      const { reader, close } = db.snapshot();
      return { rows: this.inBatches(reader, this.lister.each(reader, query, actor), veil), close };
    });
  }

  create({ context, input, stamps }: RecordChange): RecordOut {
    return this.get(this.writer.create(context, input, stamps));
  }

  update({ context, input, unless, stamps }: RecordChange, id: number): RecordOut {
    this.writer.update(context, id, input, unless, stamps);
    return this.get(id);
  }

  remove(context: WriteContext, id: number, unless?: Staleness): { deleted: number } {
    this.writer.remove(context, id, unless);
    return { deleted: id };
  }

  /** The record with the secrets in clear that are shown to holders of a permission that the caller holds. */
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

  private completed(records: RecordOut[], alone: boolean): RecordOut[] {
    this.ground.db.read((reader) => this.completion.complete(reader, records, alone));
    return records;
  }

  /** The records of a long list as they are read, with what is read beside them. */
  private *inBatches(
    reader: Reader,
    records: Iterable<RecordOut>,
    veil: (record: RecordOut) => RecordOut,
  ): Generator<RecordOut> {
    let batch: RecordOut[] = [];
    for (const record of records) {
      batch.push(record);
      if (batch.length < BATCH) continue;
      this.completion.complete(reader, batch, false);
      yield* batch.map(veil);
      batch = [];
    }
    this.completion.complete(reader, batch, false);
    yield* batch.map(veil);
  }

  private csvColumns(actor: Actor | undefined): CsvColumn[] {
    const { registers } = this.ground;
    const keys = [this.register.id];
    for (const [name, field] of Object.entries(allFieldsOf(registers, this.register))) {
      if (actor && !canSeePersonalData(actor) && field.personal) continue;
      if (field.list === 'never' || (field.place !== 'column' && field.alone)) continue;
      keys.push(name);
      if (field.ref) keys.push(registers.displayKey(name, field));
    }
    keys.push('createddate', 'modifieddate');
    return keys.map((key) => ({ key, title: key }));
  }
}
