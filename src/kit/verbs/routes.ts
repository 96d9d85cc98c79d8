import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Host } from '../host.ts';
import { type Api, api, routeOptions } from '../http/api.ts';
import { idParam } from '../http/paging.ts';
import type { Ledger } from '../resource/ledger.ts';
import type { Register } from '../resource/register.ts';
import type { Resource } from '../resource/resource.ts';
import { registerRoutes, serveList, toVisibleRecord } from '../resource/routes.ts';
import { inputFieldsSchema } from '../resource/validate.ts';
import type { RecordVerb } from '../resource/verbs.ts';
import { toSentenceForm, withArticle } from '../sentence-form.ts';
import { mergeRoute } from './merge.ts';
import { treeRoutes } from './tree.ts';

/**
 * Returns the routes that the kit derives for a register: its own, and those of its tree, its merge, its
 * verbs and its ledgers. An unlisted register has none.
 */
export function createRegisterRoutes(host: Host, register: Register): Api[] {
  if (register.unlisted) return [];
  const resource = host.resource(register);
  const verbs = Object.entries(register.verbs).map(([name, verb]) => verbRoute(host, resource, name, verb));
  const ledgers = host.registers.ledgersOf(register).map((ledger) => ledgerRoute(host, resource, ledger));
  const merge = register.merges ? [mergeRoute(host, register)] : [];
  return [registerRoutes(resource), ...treeRoutes(host, register), ...merge, ...verbs, ...ledgers];
}

function verbRoute(host: Host, resource: Resource, name: string, verb: RecordVerb): Api {
  const { register, schemas } = resource;
  const { path = name, needs: access, title, summary = title, status = 200 } = verb;
  const isAsking = Object.keys(verb.parameters).length > 0;
  return api(`/api${register.path}`).post(
    `/:${register.id}/${path}`,
    ({ call, params, body }) => {
      const id = params[register.id]!;
      refuseUnlessFit(resource, verb, id);
      verb.run(host as never, call.context, id, ((isAsking ? body : null) ?? {}) as never);
      return toVisibleRecord(resource, call.actor, resource.get(id));
    },
    routeOptions({
      access,
      summary,
      params: schemas.params,
      ...(isAsking && { body: inputFieldsSchema(verb.parameters) }),
      responseSchema: schemas.record,
      status,
    }),
  );
}

/**
 * Throws 404 when the record does not exist, and 409 when it is inactive or its values do not match the verb.
 */
function refuseUnlessFit(resource: Resource, { when = {}, title }: RecordVerb, id: number): void {
  const record = resource.get(id);
  if (record.isactive === false && !('isactive' in when))
    throw new AppError('CONFLICT', `${title} is not possible for an inactive record. Reactivate it first.`);
  const wrong = Object.entries(when).find(([field, value]) => record[field] !== value);
  if (!wrong) return;
  const { one, fields, label } = resource.register;
  const [name] = wrong;
  throw new AppError(
    'CONFLICT',
    `${title} is not possible for ${toSentenceForm(one)} ${record[label] ?? id} now: ${fields[name]?.title ?? name} is ${formatValue(record[name])}.`,
    { field: name },
  );
}

const formatValue = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value === null ? 'empty' : String(value);

function ledgerRoute(host: Host, owner: Resource, { register, by, name }: Ledger): Api {
  const { id, path, one } = owner.register;
  const resource = host.resource(register);
  return api(`/api${path}`).get(
    `/:${id}/${name}`,
    ({ call: { actor }, params, query }) => {
      owner.get(params[id]!);
      return serveList(resource, actor, { ...query, [by]: params[id] });
    },
    routeOptions({
      access: register.can.read,
      summary: `${register.many} of ${withArticle(one)}`,
      params: z.object({ [id]: idParam }),
      query: resource.schemas.listWith({ omit: [by] }),
      responseSchema: resource.schemas.record.array(),
      paged: true,
    }),
  );
}
