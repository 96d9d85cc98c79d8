import type { Row } from '../data/reader.ts';
import { invalid, notFound } from '../errors.ts';
import type { Host } from '../host.ts';
import { csvResponse, toCsv } from '../http/csv.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { instantSchema } from './fields.ts';
import { Lister } from './list.ts';
import { allFields, type Input, isKitMade, type RecordOut, type Register, type Verb } from './register.ts';
import { hasImportMode, type RegisterSchemas, schemasOf } from './schemas.ts';
import { staleness, Writer } from './write.ts';

/** A register at work: its list, its writer and how a record is served. Services reuse these. */
export class Resource {
  readonly lister: Lister;
  readonly writer: Writer;
  readonly schemas: RegisterSchemas;

  constructor(
    readonly host: Host,
    readonly register: Register,
  ) {
    this.lister = new Lister(host.registers, register);
    this.writer = new Writer(host.registers, register, host.db, host.config.allowLoopback);
    this.schemas = schemasOf(host.registers, register);
  }

  /** The record as it is served; 404 when there is none. */
  get(
    call: Pick<Call, 'actor' | 'query'>,
    value: number | string,
    column = `t.${this.register.id}`,
  ): RecordOut {
    const record = this.lister.one(this.host.db, column, value);
    if (!record) throw notFound(this.register.titleone);
    this.complete(call, [record], true);
    return record;
  }

  complete(call: Pick<Call, 'actor' | 'query'>, records: RecordOut[], single: boolean): void {
    const read = this.register.hooks?.read;
    if (read)
      this.host.db.read((reader) =>
        read(reader, records, { actor: call.actor, single, query: (call.query ?? {}) as Input }),
      );
  }

  list(call: Pick<Call, 'actor' | 'query'>): unknown {
    const query = call.query as Input;
    if (query.format === 'csv' || this.register.unpaged) {
      const records = this.lister.all(this.host.db, query);
      this.complete(call, records, false);
      return query.format === 'csv' ? this.csv(records) : records;
    }
    const page = this.lister.page(this.host.db, query);
    this.complete(call, page.rows, false);
    return page;
  }

  create(call: Call): RecordOut {
    const input = call.body as Input;
    const id = this.writer.create(call.context, input, importStamps(this.register, call));
    return this.get(call, id);
  }

  update(call: Call, id: number): RecordOut {
    const { ifmodifieddate, ...input } = call.body as Input;
    this.writer.update(
      call.context,
      id,
      input,
      staleness(call.req, ifmodifieddate as string | undefined),
      importStamps(this.register, call),
    );
    return this.get(call, id);
  }

  remove(call: Call, id: number): { deleted: number } {
    this.writer.remove(call.context, id);
    return { deleted: id };
  }

  private csv(records: RecordOut[]): Response {
    const fields = Object.entries(allFields(this.host.registers, this.register)).filter(
      ([, field]) => field.list !== 'never' && (!field.virtual || field.select),
    );
    const columns = [{ key: this.register.id, title: this.register.id }];
    for (const [name, field] of fields) {
      columns.push({ key: name, title: name });
      if (field.ref) {
        const key = this.host.registers.displayKey(name, field);
        columns.push({ key, title: key });
      }
    }
    columns.push(
      { key: 'createddate', title: 'createddate' },
      { key: 'modifieddate', title: 'modifieddate' },
    );
    return csvResponse(`${this.register.name}.csv`, toCsv(columns, records));
  }
}

const withArticle = (thing: string): string => `${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}`;

/** The five routes of a register. */
export function registerRoutes(resource: Resource): Route[] {
  const { register, schemas } = resource;
  const base = `/api${register.path}`;
  const one = `${base}/:${register.id}`;
  const tag = base.split('/')[2]!;
  const thing = withArticle(register.titleone.toLowerCase());
  const id = (call: Call) => (call.params as unknown as Record<string, number>)[register.id]!;
  const routes: Record<string, Route> = {
    list: route(
      'GET',
      base,
      {
        access: register.can.read,
        summary: `List ${register.title.toLowerCase()}`,
        tag,
        query: schemas.list,
        response: schemas.record.array(),
        paged: !register.unpaged,
      },
      (call) => resource.list(call as Call),
    ),
    get: route(
      'GET',
      one,
      {
        access: register.can.read,
        summary: `Get ${thing}`,
        tag,
        params: schemas.params,
        response: schemas.record,
      },
      (call) => resource.get(call as unknown as Call, id(call as unknown as Call)),
    ),
    create: route(
      'POST',
      base,
      {
        access: register.can.create,
        summary: `Create ${thing}`,
        tag,
        body: schemas.create,
        response: schemas.record,
        status: 201,
      },
      (call) => resource.create(call as Call),
    ),
    edit: route(
      'PUT',
      one,
      {
        access: register.can.edit,
        summary: `Change ${thing}`,
        tag,
        params: schemas.params,
        body: schemas.update,
        response: schemas.record,
      },
      (call) => resource.update(call as unknown as Call, id(call as unknown as Call)),
    ),
    delete: route(
      'DELETE',
      one,
      {
        access: register.can.delete,
        summary: `${register.remove === 'soft' ? 'Deactivate' : 'Delete'} ${thing}`,
        tag,
        params: schemas.params,
      },
      (call) => resource.remove(call as unknown as Call, id(call as unknown as Call)),
    ),
  };
  return Object.entries(routes)
    .filter(([verb]) => verb === 'list' || isKitMade(register, verb as Verb))
    .map(([, made]) => made);
}

/** `X-Import-Mode: true` keeps the dates of the system that the record comes from. */
function importStamps(register: Register, call: Call): Row {
  if (!hasImportMode(register) || call.req.headers.get('x-import-mode') !== 'true') return {};
  const stamps: Row = {};
  for (const name of ['createddate', 'modifieddate']) {
    const given = (call.body as Input)[name];
    if (given === undefined || given === null) continue;
    const parsed = instantSchema.safeParse(given);
    if (!parsed.success) throw invalid(name, 'Use an ISO 8601 instant such as 2026-01-31T13:05:09Z.');
    stamps[name] = parsed.data as string;
  }
  return stamps;
}
