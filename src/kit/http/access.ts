import { type Actor, isPerson, isSignedIn, isViewPermission } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Credential } from './credential.ts';

/**
 * The callers that may use a route.
 *
 * - `open`: all callers. Credentials are not checked.
 * - `optional`: anonymous callers too, as far as the site allows anonymous reading. A bad credential is 401.
 * - `public`: all callers, always. A bad credential is 401.
 * - `login`: a user, signed in or through a token. A token with scopes may only read.
 * - `session`: a user who signed in with a password, and no token.
 * - `handler`: a user, or a token of a user or a service, with or without scopes. The permission depends on
 *   the record, and the handler checks it.
 * - `admin`: an admin, signed in or through a token without scopes.
 * - `adminsession`: an admin who signed in, and no token.
 * - `{ can }`: a user with one of these permissions, or a service token with the scope `orScope`.
 * - `{ machine }`: a machine with one of these credentials, or a token with the scope of one of them or with
 *   `orScope`. A caller with one of the `refused` credentials is recognized and gets 403; an anonymous caller
 *   gets 401. The table of `test/contract/machine-callers.test.ts` lists each such route.
 */
export type Access =
  | 'open'
  | 'optional'
  | 'public'
  | 'login'
  | 'session'
  | 'handler'
  | 'admin'
  | 'adminsession'
  | { can: string | readonly string[]; orScope?: string }
  | { machine: readonly Credential[]; orScope?: string; refused?: readonly Credential[] };

/** Returns the credentials that grant machines access to the route; none for a route of another kind. */
export const machinesOf = (access: Access): readonly Credential[] =>
  typeof access === 'object' && 'machine' in access ? access.machine : [];

/**
 * Returns the credentials that a route reads: first those that grant access, then those that it recognizes
 * and answers with 403.
 */
export const acceptedCredentialsOf = (access: Access): readonly Credential[] => [
  ...machinesOf(access),
  ...(typeof access === 'object' && 'machine' in access ? (access.refused ?? []) : []),
];

/**
 * Reports whether anonymous callers may use the route; `optional` routes only as far as the site allows it.
 */
export const isOpenToAnonymous = (access: Access): access is 'open' | 'optional' | 'public' =>
  access === 'open' || access === 'optional' || access === 'public';

/** Returns 401 UNAUTHORIZED. */
export const signInRequiredError = () => new AppError('UNAUTHORIZED', 'Sign in to do this.');

/** Returns 403 FORBIDDEN. */
export const forbidden = () => new AppError('FORBIDDEN', 'You do not have the permission to do this.');

/**
 * Converts the requirement of a contribution to the access of a route. The requirement is a permission,
 * `admin`, `login`, or undefined for all callers with read access (`optional`).
 */
export function toRouteAccess(needs: string | undefined): Access {
  if (needs === undefined) return 'optional';
  return needs === 'admin' || needs === 'login' ? needs : { can: needs };
}

/**
 * Returns the permissions of which one grants access to the route, without `orScope`; none for another kind
 * of access.
 */
export const permissionsOf = (access: Access): readonly string[] =>
  typeof access === 'object' && 'can' in access ? [access.can].flat() : [];

/**
 * Reports whether the actor may use the route. On a `login` route, a token with scopes counts as allowed,
 * although it may only read there.
 */
export function isAuthorized(actor: Actor, access: Access): boolean {
  try {
    authorizeActor(actor, access);
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws 401 for an anonymous caller and 403 for an authenticated caller without the permission. `open` and
 * `public` reject no caller. `optional` rejects with 401 only those without read access. `writes` is true for
 * a request that is not a GET.
 */
export function authorizeActor(actor: Actor, access: Access, writes = false): void {
  if (access === 'open' || access === 'public') return;
  if (access === 'optional') {
    if (actor.reads === 'none') throw signInRequiredError();
    return;
  }
  if (actor.kind === 'anonymous') throw signInRequiredError();
  if (access === 'login') {
    // Scopes name permissions. An operation without a permission is in no scope, so a scoped token may only
    // read it.
    if (!isPerson(actor) || (writes && actor.scopes)) throw forbidden();
  } else if (access === 'session') {
    if (!isSignedIn(actor)) throw forbidden();
  } else if (access === 'handler') {
    if (!isPerson(actor) && actor.kind !== 'service') throw forbidden();
  } else if (access === 'admin') {
    if (!actor.isadmin) throw forbidden();
  } else if (access === 'adminsession') {
    if (!actor.isadmin || !isSignedIn(actor)) throw forbidden();
  } else {
    const byScope = access.orScope !== undefined && actor.permissions.has(access.orScope);
    if ('machine' in access) {
      if (!byScope && !isMachine(actor, access.machine)) throw forbidden();
    } else if (
      !actor.isadmin &&
      !byScope &&
      !permissionsOf(access).some((permission) => isGranted(actor, permission, writes))
    )
      throw forbidden();
  }
}

/** Reports whether the actor has the permission for this request. A permission to view writes nothing for a token. */
const isGranted = (actor: Actor, permission: string, writes: boolean): boolean =>
  actor.permissions.has(permission) && !(writes && actor.views && isViewPermission(permission));

const isMachine = (actor: Actor, credentials: readonly Credential[]): boolean =>
  credentials.some(
    ({ kind, scope }) => actor.kind === kind || (scope !== undefined && actor.permissions.has(scope)),
  );
