import type { Actor } from '../actor.ts';
import type { Database } from '../data/database.ts';
import type { Reader, Row } from '../data/reader.ts';
import type { WriteContext } from '../data/tx.ts';
import { notFound } from '../errors.ts';
import { type CsvColumn, csvResponse } from '../http/csv.ts';
import type { Page } from '../http/page.ts';
import type { SearchSources } from '../search/sources.ts';
import { Lister } from './list.ts';
import { allFields, type Input, type RecordOut, type Register, type Registers } from './register.ts';
import { type RegisterSchemas, schemasOf } from './schemas.ts';
import { type Staleness, Writer } from './write.ts';

/** Records that a register's hook completes at once. */
const BATCH = 100;

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
  search: SearchSources;
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
    const { registers, db, search, allowLoopback } = ground;
    this.lister = new Lister(registers, register, search);
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
  async list(reading: Reading): Promise<Page<RecordOut> | RecordOut[]> {
    const { query = {} } = reading;
    if (this.register.unpaged) return this.all(reading);
    const page = await this.lister.page(this.ground.db, query);
    this.complete(reading, page.rows, false);
    return page;
  }

  /** The list as a CSV document, without paging. */
  csv(reading: Reading): Response {
    const snapshot = this.ground.db.snapshot();
    try {
      const rows = this.completed(
        reading,
        this.lister.each(snapshot.reader, reading.query ?? {}),
        snapshot.reader,
      );
      return csvResponse(`${this.register.name}.csv`, this.csvColumns(), rows, () => snapshot.close());
    } catch (cause) {
      snapshot.close();
      throw cause;
    }
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

  /** The records of a long list as they are read, with what the register's hook adds to them. */
  private *completed(reading: Reading, records: Iterable<RecordOut>, reader: Reader): Generator<RecordOut> {
    const read = this.register.hooks?.read;
    let batch: RecordOut[] = [];
    const finish = () => {
      read?.(reader, batch, { actor: reading.actor, single: false, query: reading.query ?? {} });
      return batch;
    };
    for (const record of records) {
      batch.push(record);
      if (batch.length < BATCH) continue;
      yield* finish();
      batch = [];
    }
    yield* finish();
  }

  private csvColumns(): CsvColumn[] {
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
