import type { Actor } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Row } from '../data/reader.ts';
import type { WriteContext } from '../data/tx.ts';
import { notFound } from '../errors.ts';
import { csvResponse, toCsv } from '../http/csv.ts';
import type { Page } from '../http/page.ts';
import { Lister } from './list.ts';
import { allFields, type Input, type RecordOut, type Register, type Registers } from './register.ts';
import { type RegisterSchemas, schemasOf } from './schemas.ts';
import { type Staleness, Writer } from './write.ts';

/** Who reads, and what the query of the request says beside the list's own words. */
export interface Reading {
  actor: Actor;
  query?: Input;
}

/** A write as it was asked for: by whom, what, with which dates of another system, and what the caller has seen. */
export interface Change {
  context: WriteContext;
  input: Input;
  stamps?: Row;
  unless?: Staleness;
}

interface Ground {
  registers: Registers;
  db: Database;
  allowLoopback: boolean;
}

/** A register at work: its list, its writer and how a record is served. Services reuse these. */
export class Resource {
  readonly lister: Lister;
  readonly writer: Writer;
  readonly schemas: RegisterSchemas;

  constructor(
    private readonly ground: Ground,
    readonly register: Register,
  ) {
    const { registers, db, allowLoopback } = ground;
    this.lister = new Lister(registers, register);
    this.writer = new Writer(registers, register, db, allowLoopback);
    this.schemas = schemasOf(registers, register);
  }

  /** The record as it is served; 404 when there is none. */
  get(reading: Reading, value: number | string, column = `t.${this.register.id}`): RecordOut {
    const record = this.lister.one(this.ground.db, column, value);
    if (!record) throw notFound(this.register.titleone);
    this.complete(reading, [record], true);
    return record;
  }

  /** One page of the list, or all of it where the register is served whole. */
  list(reading: Reading): Page<RecordOut> | RecordOut[] {
    const { query = {} } = reading;
    if (this.register.unpaged) return this.all(reading);
    const page = this.lister.page(this.ground.db, query);
    this.complete(reading, page.rows, false);
    return page;
  }

  /** The list as a CSV document, without paging. */
  csv(reading: Reading): Response {
    return csvResponse(`${this.register.name}.csv`, toCsv(this.csvColumns(), this.all(reading)));
  }

  create({ context, input, stamps }: Change): RecordOut {
    return this.get(context, this.writer.create(context, input, stamps));
  }

  update({ context, input, unless, stamps }: Change, id: number): RecordOut {
    this.writer.update(context, id, input, unless, stamps);
    return this.get(context, id);
  }

  remove(context: WriteContext, id: number): { deleted: number } {
    this.writer.remove(context, id);
    return { deleted: id };
  }

  private all(reading: Reading): RecordOut[] {
    const records = this.lister.all(this.ground.db, reading.query ?? {});
    this.complete(reading, records, false);
    return records;
  }

  private complete({ actor, query = {} }: Reading, records: RecordOut[], single: boolean): void {
    const read = this.register.hooks?.read;
    if (read) this.ground.db.read((reader) => read(reader, records, { actor, single, query }));
  }

  private csvColumns(): { key: string; title: string }[] {
    const { registers } = this.ground;
    const keys = [this.register.id];
    for (const [name, field] of Object.entries(allFields(registers, this.register))) {
      if (field.list === 'never' || (field.virtual && !field.select)) continue;
      keys.push(name);
      if (field.ref) keys.push(registers.displayKey(name, field));
    }
    keys.push('createddate', 'modifieddate');
    return keys.map((key) => ({ key, title: key }));
  }
}
