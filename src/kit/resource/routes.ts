import { type Actor, hasPermission } from '../actor.ts';
import type { Row } from '../data/reader.ts';
import { invalid } from '../errors.ts';
import { type Api, api, routeOptions } from '../http/api.ts';
import type { Call } from '../http/call.ts';
import { Page } from '../http/page.ts';
import { toSentenceForm, withArticle } from '../sentence-form.ts';
import { readStaleness } from '../staleness.ts';
import { type Input, isKitMade, type RecordOut, type Register, type Verb } from './register.ts';
import type { RecordChange, Resource } from './resource.ts';
import { hasImportMode, type RegisterSchemas } from './schemas.ts';
import { instantSchema } from './validate.ts';

/**
 * Returns the five routes of a register, except those that it does not have or that its feature implements.
 */
export function registerRoutes(resource: Resource): Api {
  const { register, schemas } = resource;
  const { can } = register;
  const { params, record: answers } = schemas;
  const one = `/:${register.id}`;
  const thing = withArticle(register.one);
  const has = (verb: Verb) => isKitMade(register, verb);
  const id = (params: Record<string, number>) => params[register.id]!;
  const routes = api(`/api${register.path}`);

  if (has('list'))
    routes.get(
      '',
      ({ call: { actor }, query }) => serveList(resource, actor, query),
      routeOptions({
        access: can.read,
        summary: `List ${toSentenceForm(register.many)}`,
        query: schemas.list,
        responseSchema: listSchemaOf(register, answers),
        paged: !register.unpaged,
      }),
    );
  if (has('get'))
    routes.get(
      one,
      ({ call: { actor }, params }) => toVisibleRecord(resource, actor, resource.get(id(params))),
      routeOptions({ access: can.read, summary: `Get ${thing}`, params, responseSchema: answers }),
    );
  if (has('create'))
    routes.post(
      '',
      ({ call: { actor, context, req }, body }) =>
        toVisibleRecord(
          resource,
          actor,
          resource.create({ context, input: body, stamps: importStamps(register, req, body) }),
        ),
      routeOptions({
        access: can.create,
        summary: `Create ${thing}`,
        body: schemas.create,
        responseSchema: answers,
        status: 201,
      }),
    );
  if (has('edit'))
    routes.put(
      one,
      ({ call, params, body }) =>
        toVisibleRecord(resource, call.actor, resource.update(changeOf(register, call, body), id(params))),
      routeOptions({
        access: can.edit,
        summary: `Change ${thing}`,
        params,
        body: schemas.update,
        responseSchema: answers,
      }),
    );
  if (has('delete'))
    routes.delete(
      one,
      ({ call: { context, req }, params }) => resource.remove(context, id(params), readStaleness(req)),
      routeOptions({
        access: can.delete,
        summary: `${register.remove === 'soft' ? 'Deactivate' : 'Delete'} ${thing}`,
        params,
        ifunmodified: true,
      }),
    );
  return routes;
}

/** Returns the schema of the whole list. A bound per owner does not limit the total number of records. */
const listSchemaOf = ({ bound }: Register, record: RegisterSchemas['record']) =>
  bound && !bound.per ? record.array().max(bound.most) : record.array();

/**
 * Returns the records of a register that this caller may read, in the form that the query requests: a CSV
 * document or a page. Without CSV, an unpaged register is returned as a whole.
 */
export async function serveList(resource: Resource, actor: Actor, query: Input) {
  const { register } = resource;
  const veil = veilOf(register, actor);
  if (query.format === 'csv') return resource.csv(query, actor, veil);
  const list = register.unpaged ? resource.all(query, actor) : await resource.page(query, actor);
  for (const record of list instanceof Page ? list.rows : list) veil(record);
  return list;
}

/** Returns a function that removes the fields that are hidden from this caller. */
function veilOf({ fields }: Register, actor: Actor): (record: RecordOut) => RecordOut {
  const hidden = Object.keys(fields).filter((name) => {
    const { signedIn, shownTo } = fields[name]!;
    return (
      (signedIn && actor.kind === 'anonymous') || (shownTo !== undefined && !hasPermission(actor, shownTo))
    );
  });
  return (record) => {
    for (const name of hidden) delete record[name];
    return record;
  };
}

/**
 * Returns one record as this caller sees it, with the secrets that a permission of the caller reveals.
 * Hand-written routes use it for a register with `signedIn` or `shownTo` fields.
 */
export const toVisibleRecord = (resource: Resource, actor: Actor, record: RecordOut): RecordOut =>
  veilOf(
    resource.register,
    actor,
  )(resource.revealSecrets(record, (permission) => hasPermission(actor, permission)));

/** Returns the requested change: the body, the version that the caller has seen, and imported timestamps. */
export function changeOf(register: Register, { context, req }: Call, body: Input): RecordChange {
  const { ifmodifieddate, ...input } = body;
  const unless = readStaleness(req, ifmodifieddate as string | undefined);
  return { context, input, unless, stamps: importStamps(register, req, body) };
}

/**
 * Returns the timestamps of the original system to store; none unless the header `X-Import-Mode` is `true`
 * and the register supports it. Throws 400 for an invalid one.
 */
function importStamps(register: Register, req: Request, body: Input): Row {
  if (!hasImportMode(register) || req.headers.get('x-import-mode') !== 'true') return {};
  const stamps: Row = {};
  for (const name of ['createddate', 'modifieddate']) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    const parsed = instantSchema.safeParse(value);
    if (!parsed.success) throw invalid(name, parsed.error.issues[0]!.message);
    stamps[name] = parsed.data as string;
  }
  return stamps;
}
