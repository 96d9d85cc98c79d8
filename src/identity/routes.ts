import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Host } from '../host.ts';
import { flag, idParam } from '../http/paging.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { type Route, route } from '../http/route.ts';
import type { UserRow } from './actors.ts';
import { bearerOf } from './gate.ts';
import { Lockout } from './lockout.ts';
import { signInAgain } from './login-tokens.ts';
import { changeRole, createRole, deleteRole, listPermissions, listRoles } from './roles.ts';
import * as schema from './schemas.ts';
import { Sessions } from './sessions.ts';
import { changeToken, createToken, listTokens, revokeToken } from './token-service.ts';
import { changeUser, createUser, deleteUser, existingUser, userView } from './users.ts';

const LOGINS_PER_MINUTE = 30;
const ADMIN_ONLY = ['roles', 'isactive', 'unlock', 'mustchangepassword'] as const;
const byUser = z.object({ userid: idParam });
const byRole = z.object({ roleid: idParam });
const byToken = z.object({ tokenid: idParam });

export function identityRoutes(host: Host): Route[] {
  const lockout = new Lockout(host.db, host.clock);
  const sessions = new Sessions(host, lockout);
  return [
    ...sessionRoutes(host, sessions),
    ...userRoutes(host, lockout),
    ...roleRoutes(host),
    ...tokenRoutes(host),
  ];
}

function sessionRoutes(host: Host, sessions: Sessions): Route[] {
  const logins = new RateLimit(host.clock, () => LOGINS_PER_MINUTE, 60);
  return [
    route(
      'POST',
      '/api/auth/login',
      { access: 'open', summary: 'Sign in', body: schema.credentials, response: schema.session },
      (call) => {
        logins.take(call.address());
        return sessions.login(call.context, call.body.username, call.body.password);
      },
    ),
    route(
      'POST',
      '/api/auth/refresh',
      { access: 'open', summary: 'Get a new access token', response: schema.renewed },
      ({ req }) => {
        const token = bearerOf(req);
        if (!token) throw signInAgain();
        return sessions.refresh(token);
      },
    ),
    route(
      'GET',
      '/api/auth/me',
      { access: 'login', summary: 'The signed-in person', response: schema.profile },
      ({ actor }) => sessions.profile(actor.userid!, actor),
    ),
    route(
      'POST',
      '/api/auth/change-password',
      {
        access: 'login',
        summary: "Change one's own password",
        body: schema.passwordChange,
        response: schema.session,
      },
      ({ actor, body, context }) => {
        if (actor.kind !== 'user')
          throw new AppError('FORBIDDEN', 'A password is changed by its owner, signed in with it.');
        return sessions.changePassword(context, actor.userid!, body.new_password, body.current_password);
      },
    ),
    route(
      'POST',
      '/api/auth/logout',
      { access: 'login', summary: 'Sign out', response: z.object({ loggedout: z.boolean() }) },
      () => ({ loggedout: true }),
    ),
  ];
}

function userRoutes(host: Host, lockout: Lockout): Route[] {
  const view = (userid: number) =>
    host.db.read((reader) =>
      userView(reader, existingUser(reader, userid), (name) => lockout.isLocked(name)),
    );
  return [
    route('GET', '/api/users', { access: 'admin', summary: 'All users', response: schema.user.array() }, () =>
      host.db.read((reader) =>
        reader
          .all<UserRow>('SELECT * FROM users ORDER BY username')
          .map((row) => userView(reader, row, (name) => lockout.isLocked(name))),
      ),
    ),
    route(
      'POST',
      '/api/users',
      { access: 'admin', summary: 'Create a user', body: schema.newUser, response: schema.user, status: 201 },
      async ({ context, body }) => view(await createUser(host, context, body)),
    ),
    route(
      'GET',
      '/api/users/permissions',
      { access: 'login', summary: 'Permissions that roles can hold', response: schema.permissionList },
      () => listPermissions(host),
    ),
    route(
      'GET',
      '/api/users/:userid',
      {
        access: 'login',
        summary: "One user; another's record is for admins",
        params: byUser,
        response: schema.user,
      },
      ({ actor, params }) => {
        if (!actor.isadmin && actor.userid !== params.userid)
          throw new AppError('FORBIDDEN', 'You may only see your own record.');
        return view(params.userid);
      },
    ),
    route(
      'PUT',
      '/api/users/:userid',
      {
        access: 'login',
        summary: 'Change a user',
        params: byUser,
        body: schema.userChange,
        response: schema.user,
      },
      async ({ actor, params, body, context }) => {
        if (!actor.isadmin && actor.userid !== params.userid)
          throw new AppError('FORBIDDEN', 'You may only change your own record.');
        if (!actor.isadmin && ADMIN_ONLY.some((field) => body[field] !== undefined))
          throw new AppError('FORBIDDEN', 'Only an admin can change roles, activity or locks.');
        await changeUser(host, context, params.userid, body, (tx, name) => lockout.clearIn(tx, name));
        return view(params.userid);
      },
    ),
    route(
      'DELETE',
      '/api/users/:userid',
      { access: 'admin', summary: 'Delete a user', params: byUser },
      ({ context, params }) => {
        deleteUser(host, context, params.userid);
        return { deleted: params.userid };
      },
    ),
  ];
}

function roleRoutes(host: Host): Route[] {
  return [
    route(
      'GET',
      '/api/users/roles',
      { access: 'login', summary: 'Roles', response: schema.roleRecord.array() },
      () => listRoles(host),
    ),
    route(
      'POST',
      '/api/users/roles',
      {
        access: 'admin',
        summary: 'Create a role',
        body: schema.newRole,
        response: schema.roleRecord,
        status: 201,
      },
      ({ context, body }) => createRole(host, context, body),
    ),
    route(
      'PUT',
      '/api/users/roles/:roleid',
      {
        access: 'admin',
        summary: 'Change a role',
        params: byRole,
        body: schema.roleChange,
        response: schema.roleRecord,
      },
      ({ context, params, body }) => changeRole(host, context, params.roleid, body),
    ),
    route(
      'DELETE',
      '/api/users/roles/:roleid',
      { access: 'admin', summary: 'Delete a role', params: byRole },
      ({ context, params }) => {
        deleteRole(host, context, params.roleid);
        return { deleted: params.roleid };
      },
    ),
  ];
}

function tokenRoutes(host: Host): Route[] {
  const access = { can: 'apitokens.create' };
  return [
    route(
      'GET',
      '/api/apitokens',
      {
        access: 'login',
        summary: 'API tokens',
        query: z.object({ all: flag.optional() }),
        response: schema.tokenRecord.array(),
      },
      ({ actor, query }) => {
        if (query.all && !actor.isadmin)
          throw new AppError('FORBIDDEN', "Only an admin sees everybody's tokens.");
        return listTokens(host, query.all ? null : actor.userid);
      },
    ),
    route(
      'POST',
      '/api/apitokens',
      {
        access,
        summary: 'Make an API token',
        body: schema.newToken,
        response: schema.tokenRecord,
        status: 201,
      },
      ({ context, body }) => createToken(host, context, body),
    ),
    route(
      'PUT',
      '/api/apitokens/:tokenid',
      {
        access,
        summary: 'Change an API token',
        params: byToken,
        body: schema.tokenChange,
        response: schema.tokenRecord,
      },
      ({ context, params, body }) => changeToken(host, context, params.tokenid, body),
    ),
    route(
      'DELETE',
      '/api/apitokens/:tokenid',
      { access, summary: 'Revoke an API token', params: byToken },
      ({ context, params }) => {
        revokeToken(host, context, params.tokenid);
        return { deleted: params.tokenid };
      },
    ),
  ];
}
