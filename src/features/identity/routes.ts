import { z } from 'zod';
import { AppError } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { booleanParam, idParam } from '../../kit/http/paging.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { bearerOf } from './credentials.ts';
import { PasswordLimiter } from './password-limiter.ts';
import { allUsers } from './queries.ts';
import { changeRole, createRole, deleteRole, listPermissions, listRoles } from './roles.ts';
import { MAX_ROLES, MAX_TOKENS, MAX_USERS } from './row-limits.ts';
import * as schema from './schemas.ts';
import { Sessions } from './sessions.ts';
import { changeToken, createToken, listTokens, revokeToken } from './token-service.ts';
import { changeUser, createUser, deleteUser, describeUser, readUser } from './users.ts';

const ADMIN_ONLY = ['roles', 'isactive', 'unlock', 'mustchangepassword'] as const;
const byUser = z.object({ userid: idParam });
const byRole = z.object({ roleid: idParam });
const byToken = z.object({ tokenid: idParam });

/** Creates the routes for sign-ins, users, roles and tokens. */
export function identityRoutes(host: Host): readonly Api[] {
  const tries = new PasswordLimiter(host);
  const sessions = new Sessions(host, tries);
  return [...sessionRoutes(sessions), ...userRoutes(host, tries), ...roleRoutes(host), ...tokenRoutes(host)];
}

function sessionRoutes(sessions: Sessions): readonly Api[] {
  return [
    api('/api/auth')
      .post(
        '/login',
        ({ call, body }) => sessions.login(call.context, body.username, body.password, call.req.signal),
        routeOptions({
          access: 'open',
          atonce: true,
          summary: 'Sign in',
          body: schema.signInBody,
          responseSchema: schema.session,
        }),
      )
      .post(
        '/refresh',
        async ({ call }) => {
          const token = bearerOf(call.req);
          if (!token) throw signInRequiredError();
          await call.resumeAccounting();
          return sessions.refresh(token);
        },
        routeOptions({
          access: 'open',
          atonce: true,
          summary: 'Get a new access token',
          responseSchema: schema.renewedSession,
        }),
      )
      .get(
        '/me',
        ({ call: { actor } }) => sessions.profile(actor.userid!, actor),
        routeOptions({ access: 'login', summary: 'The signed-in user', responseSchema: schema.profile }),
      )
      .post(
        '/change-password',
        ({ call: { actor, context }, body }) =>
          sessions.changePassword(context, actor.userid!, body.new_password, body.current_password),
        routeOptions({
          access: 'session',
          summary: 'Change your own password',
          body: schema.passwordChange,
          responseSchema: schema.session,
        }),
      )
      .post(
        '/logout',
        () => ({ loggedout: true }),
        routeOptions({
          access: 'login',
          summary: 'Sign out',
          responseSchema: z.object({ loggedout: z.boolean() }),
        }),
      ),
  ];
}

function userRoutes(host: Host, tries: PasswordLimiter): readonly Api[] {
  const view = (userid: number) =>
    host.db.read((reader) => describeUser(reader, readUser(reader, userid), (name) => tries.isLocked(name)));
  return [
    api('/api/users')
      .get(
        '',
        () =>
          host.db.read((reader) =>
            allUsers.all(reader).map((row) => describeUser(reader, row, (name) => tries.isLocked(name))),
          ),
        routeOptions({
          access: 'admin',
          summary: 'All users',
          responseSchema: schema.user.array().max(MAX_USERS),
        }),
      )
      .post(
        '',
        async ({ call: { context }, body }) => view(await createUser(host, context, body)),
        routeOptions({
          access: 'admin',
          summary: 'Create a user',
          body: schema.newUser,
          responseSchema: schema.user,
          status: 201,
        }),
      )
      .get(
        '/permissions',
        () => listPermissions(host),
        routeOptions({
          access: 'login',
          summary: 'Permissions of roles and of service tokens',
          responseSchema: schema.permissionList,
        }),
      )
      .get(
        '/:userid',
        ({ call: { actor }, params }) => {
          if (!actor.isadmin && actor.userid !== params.userid)
            throw new AppError('FORBIDDEN', 'You can only view your own user record.');
          return view(params.userid);
        },
        routeOptions({
          access: 'login',
          summary: 'Read one user; only admins can read other users',
          params: byUser,
          responseSchema: schema.user,
        }),
      )
      .put(
        '/:userid',
        async ({ call: { actor, context, req }, params, body: { ifmodifieddate, ...body } }) => {
          if (!actor.isadmin && actor.userid !== params.userid)
            throw new AppError('FORBIDDEN', 'You can only change your own user record.');
          if (!actor.isadmin && ADMIN_ONLY.some((field) => body[field] !== undefined))
            throw new AppError(
              'FORBIDDEN',
              'Only an admin can change roles, or deactivate, reactivate or unlock users.',
            );
          const unless = readStaleness(req, ifmodifieddate);
          await changeUser(host, context, params.userid, { input: body, unless, tries });
          return view(params.userid);
        },
        routeOptions({
          access: 'login',
          summary: 'Change a user',
          params: byUser,
          body: schema.userChange,
          responseSchema: schema.user,
        }),
      )
      .delete(
        '/:userid',
        ({ call: { context, req }, params }) => {
          deleteUser(host, context, params.userid, readStaleness(req));
          return { deleted: params.userid };
        },
        routeOptions({ access: 'admin', summary: 'Delete a user', params: byUser, ifunmodified: true }),
      ),
  ];
}

function roleRoutes(host: Host): readonly Api[] {
  return [
    api('/api/users/roles')
      .get(
        '',
        () => listRoles(host),
        routeOptions({
          access: 'login',
          summary: 'Roles',
          responseSchema: schema.roleRecord.array().max(MAX_ROLES),
        }),
      )
      .post(
        '',
        ({ call: { context }, body }) => createRole(host, context, body),
        routeOptions({
          access: 'admin',
          summary: 'Create a role',
          body: schema.newRole,
          responseSchema: schema.roleRecord,
          status: 201,
        }),
      )
      .put(
        '/:roleid',
        ({ call: { context, req }, params, body: { ifmodifieddate, ...body } }) =>
          changeRole(host, context, params.roleid, body, readStaleness(req, ifmodifieddate)),
        routeOptions({
          access: 'admin',
          summary: 'Change a role',
          params: byRole,
          body: schema.roleChange,
          responseSchema: schema.roleRecord,
        }),
      )
      .delete(
        '/:roleid',
        ({ call: { context, req }, params }) => {
          deleteRole(host, context, params.roleid, readStaleness(req));
          return { deleted: params.roleid };
        },
        routeOptions({ access: 'admin', summary: 'Delete a role', params: byRole, ifunmodified: true }),
      ),
  ];
}

function tokenRoutes(host: Host): readonly Api[] {
  const access = { can: 'apitokens.create' };
  return [
    api('/api/apitokens')
      .get(
        '',
        ({ call: { actor }, query }) => {
          if (query.all && !actor.isadmin)
            throw new AppError('FORBIDDEN', 'Only an admin can view the tokens of all users.');
          return listTokens(host, query.all ? null : actor.userid);
        },
        routeOptions({
          access: 'login',
          summary: 'API tokens',
          query: z.object({ all: booleanParam.optional() }),
          responseSchema: schema.tokenRecord.array().max(MAX_TOKENS),
        }),
      )
      .post(
        '',
        ({ call: { context }, body }) => createToken(host, context, body),
        routeOptions({
          access,
          summary: 'Create an API token',
          body: schema.newToken,
          responseSchema: schema.tokenRecord,
          status: 201,
        }),
      )
      .put(
        '/:tokenid',
        ({ call: { context, req }, params, body: { ifmodifieddate, ...body } }) =>
          changeToken(host, context, params.tokenid, body, readStaleness(req, ifmodifieddate)),
        routeOptions({
          access,
          summary: 'Change an API token',
          params: byToken,
          body: schema.tokenChange,
          responseSchema: schema.tokenRecord,
        }),
      )
      .delete(
        '/:tokenid',
        ({ call: { context, req }, params }) => {
          revokeToken(host, context, params.tokenid, readStaleness(req));
          return { deleted: params.tokenid };
        },
        routeOptions({ access, summary: 'Revoke an API token', params: byToken, ifunmodified: true }),
      ),
  ];
}
