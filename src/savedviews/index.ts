import { z } from 'zod';
import { AppError, notFound } from '../errors.ts';
import type { Host } from '../host.ts';
import { idParam } from '../http/paging.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { definePlugin } from '../plugin.ts';
import type { RecordOut } from '../resource/register.ts';
import type { Resource } from '../resource/routes.ts';
import { savedviews } from './register.ts';

const path = '/api/savedviews';
const one = `${path}/:savedviewid`;
const params = z.object({ savedviewid: idParam });
const query = z.object({
  page: z.string().max(255).optional().meta({ description: 'Only the views of this list.' }),
});

type AnyCall = Pick<Call, 'actor'>;

/** A view that the caller may see: somebody else's private one looks like none. */
function visible(resource: Resource, call: AnyCall, id: number): RecordOut {
  const view = resource.get({ actor: call.actor, query: {} }, id);
  const { userid, isadmin } = call.actor;
  if (view.userid !== userid && view.isshared !== true && !isadmin) throw notFound('Saved view');
  return view;
}

function own(resource: Resource, call: AnyCall, id: number): void {
  const view = visible(resource, call, id);
  if (view.userid !== call.actor.userid && !call.actor.isadmin)
    throw new AppError('FORBIDDEN', 'Only its owner or an admin can change this view. Save it as your own.');
}

function savedViewRoutes(host: Host): Route[] {
  const resource = host.resource(savedviews);
  const { schemas } = resource;
  const access = 'login';
  const response = schemas.record;
  return [
    route(
      'GET',
      path,
      {
        access,
        summary: "One's own saved views and those that others share",
        query,
        response: response.array(),
      },
      (call) => resource.lister.all(host.db, { ...call.query, visibleto: call.actor.userid }),
    ),
    route('GET', one, { access, summary: 'Get one saved view', params, response }, (call) =>
      visible(resource, call, call.params.savedviewid),
    ),
    route(
      'POST',
      path,
      { access, summary: 'Save a view', body: schemas.create, response, status: 201 },
      (call) => {
        const { actor } = call;
        const body = { ...(call.body as object), userid: actor.userid };
        return resource.create({ ...(call as unknown as Call), body });
      },
    ),
    route(
      'PUT',
      one,
      { access, summary: 'Change a saved view', params, body: schemas.update, response },
      (call) => {
        own(resource, call, call.params.savedviewid);
        return resource.update(call as unknown as Call, call.params.savedviewid);
      },
    ),
    route('DELETE', one, { access, summary: 'Delete a saved view', params }, (call) => {
      own(resource, call, call.params.savedviewid);
      return resource.remove(call as unknown as Call, call.params.savedviewid);
    }),
  ];
}

/** Lists as people want to find them again. */
export const viewsaving = definePlugin({
  id: 'savedviews',
  title: 'Saved views',
  description: 'Filters and columns that people keep for a list',
  core: true,
  registers: [savedviews],
  routes: savedViewRoutes,
});
