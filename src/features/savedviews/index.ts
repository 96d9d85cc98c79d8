import { z } from 'zod';
import { hasPermission } from '../../kit/actor.ts';
import { invariant } from '../../kit/data/invariant.ts';
import { rowLimit } from '../../kit/data/row-limit.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { idParam } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import type { RecordOut } from '../../kit/resource/register.ts';
import type { Resource } from '../../kit/resource/resource.ts';
import { changeOf } from '../../kit/resource/routes.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { MAX_SHARED_VIEWS, MAX_VIEWS, savedViewRegister } from './register.ts';
import * as tables from './tables.ts';

const one = '/:savedviewid';
const byView = z.object({ savedviewid: idParam });
const ofPage = z.object({
  page: z.string().max(255).optional().meta({ description: 'Only views of this list.' }),
});

/**
 * Returns a view that the caller may see. Throws 404 also for a private view of another user, unless the
 * caller is an admin.
 */
function getVisibleView(resource: Resource, call: Pick<Call, 'actor'>, id: number): RecordOut {
  const view = resource.get(id);
  const { userid, isadmin } = call.actor;
  if (view.userid !== userid && view.isshared !== true && !isadmin) throw notFound('Saved view');
  return view;
}

function getOwnView(resource: Resource, call: Pick<Call, 'actor'>, id: number): RecordOut {
  const view = getVisibleView(resource, call, id);
  if (view.userid !== call.actor.userid && !call.actor.isadmin)
    throw new AppError(
      'FORBIDDEN',
      'Only the owner or an admin can change this view. Save it as a new view.',
    );
  return view;
}

/**
 * Throws 403 when the caller shares a view, or changes a shared one, without the permission `views.share`.
 */
function refuseSharing({ actor }: Pick<Call, 'actor'>, body: RecordOut, before?: RecordOut): void {
  if ((body.isshared ?? before?.isshared) === true && !hasPermission(actor, 'views.share'))
    throw new AppError(
      'FORBIDDEN',
      'To share a view, you need the permission views.share. Save it without sharing, or ask an admin.',
    );
}

/** Deletes the private views of a deleted user. Shared ones stay. */
const withItsOwner = invariant('a private view has an owner', [tables.savedviews], (tx, changes) => {
  for (const { op, id, after } of changes)
    if (op === 'update' && after?.userid === null && tx.row(tables.savedviews, id)?.isshared === 0)
      tx.delete(tables.savedviews, id);
});

function savedViewRoutes(host: Host): readonly Api[] {
  const resource = host.resource(savedViewRegister);
  const { schemas } = resource;
  const { record: answers } = schemas;
  const access = 'login';
  return [
    api('/api/savedviews')
      .get(
        '',
        ({ call, query }) => resource.all({ ...query, visibleto: call.actor.userid }),
        routeOptions({
          access,
          summary: 'List your own and shared saved views',
          query: ofPage,
          responseSchema: answers.array().max(MAX_VIEWS + MAX_SHARED_VIEWS),
        }),
      )
      .get(
        one,
        ({ call, params }) => getVisibleView(resource, call, params.savedviewid),
        routeOptions({ access, summary: 'Get one saved view', params: byView, responseSchema: answers }),
      )
      .post(
        '',
        ({ call, call: { context }, body }) => {
          refuseSharing(call, body);
          return resource.create({ context, input: { ...body, userid: context.actor.userid } });
        },
        routeOptions({
          access,
          summary: 'Save a view',
          body: schemas.create,
          responseSchema: answers,
          status: 201,
        }),
      )
      .put(
        one,
        ({ call, params, body }) => {
          refuseSharing(call, body, getOwnView(resource, call, params.savedviewid));
          return resource.update(changeOf(savedViewRegister, call, body), params.savedviewid);
        },
        routeOptions({
          access,
          summary: 'Change a saved view',
          params: byView,
          body: schemas.update,
          responseSchema: answers,
        }),
      )
      .delete(
        one,
        ({ call, params }) => {
          getOwnView(resource, call, params.savedviewid);
          return resource.remove(call.context, params.savedviewid, readStaleness(call.req));
        },
        routeOptions({ access, summary: 'Delete a saved view', params: byView, ifunmodified: true }),
      ),
  ];
}

/** Saved filters and columns of lists. */
export const savedViewsFeature = definePlugin({
  id: 'savedviews',
  title: 'Saved views',
  description: 'Saved filters and columns of lists',
  core: true,
  tables,
  permissions: { 'views.share': 'Share saved views with all users' },
  invariants: [
    withItsOwner,
    rowLimit(tables.savedviews, 'shared views', {
      most: MAX_SHARED_VIEWS,
      where: { column: 'isshared', is: 1 },
    }),
  ],
  registers: [savedViewRegister],
  routes: savedViewRoutes,
});
