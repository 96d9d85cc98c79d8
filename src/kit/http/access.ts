import { type Actor, isPerson, isSignedIn } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Credential } from './credential.ts';

/**
 * Who may call a route.
 * `open`: credentials are not looked at. `optional`: anonymous callers may read as far as the site lets them, but a bad
 * credential is 401. `public`: the same, and they may read it always.
 * `login`: a signed-in person; a token with scopes only reads. `session`: who signed in with a password, and no token.
 * `judged`: a person or a script, with scopes or without; what each may do depends on the record, and the handler asks.
 * `admin`: the admin role, unscoped. `adminsession`: the admin role of who signed in, and no token. `{ can }`: one of these permissions, or a service
 * token with the scope `orScope`. `{ machine }`: machines that show one of these credentials; who shows one of `refused`
 * is known and hears 403, where a stranger hears 401.
 */
export type Access =
  | 'open'
  | 'optional'
  | 'public'
  | 'login'
  | 'session'
  | 'judged'
  | 'admin'
  | 'adminsession'
  | { can: string | readonly string[]; orScope?: string }
  | { machine: readonly Credential[]; orScope?: string; refused?: readonly Credential[] };

/** What machines may show where a person's credential is not asked for. */
export const machinesOf = (access: Access): readonly Credential[] =>
  typeof access === 'object' && 'machine' in access ? access.machine : [];

/** What is read of a request: what opens the route, then what is known and opens other ones. */
export const acceptedCredentialsOf = (access: Access): readonly Credential[] => [
  ...machinesOf(access),
  ...(typeof access === 'object' && 'machine' in access ? (access.refused ?? []) : []),
];

/** Whether somebody may call the route without showing anything. */
export const isOpenToAnonymous = (access: Access): access is 'open' | 'optional' | 'public' =>
  access === 'open' || access === 'optional' || access === 'public';

export const signInRequiredError = () => new AppError('UNAUTHORIZED', 'Sign in to do this.');

export const forbidden = () => new AppError('FORBIDDEN', 'You do not have the permission to do this.');

/** What a contribution needs, as the access of a route: a permission, `admin`, `login`, or nothing for everybody. */
export function toRouteAccess(needs: string | undefined): Access {
  if (needs === undefined) return 'optional';
  return needs === 'admin' || needs === 'login' ? needs : { can: needs };
}

/** The permissions of which one opens the route. */
export const permissionsOf = (access: Access): readonly string[] =>
  typeof access === 'object' && 'can' in access ? [access.can].flat() : [];

/** Whether the caller would be let in. */
export function isAuthorized(actor: Actor, access: Access): boolean {
  try {
    authorizeActor(actor, access);
    return true;
  } catch {
    return false;
  }
}

/** 401 for strangers, 403 for known callers without the right. */
export function authorizeActor(actor: Actor, access: Access, writes = false): void {
  if (access === 'open' || access === 'public') return;
  if (access === 'optional') {
    if (actor.reads === 'none') throw signInRequiredError();
    return;
  }
  if (actor.kind === 'anonymous') throw signInRequiredError();
  if (access === 'login') {
    // Scopes name permissions: what names none is not among them, and reading it is all that is left.
    if (!isPerson(actor) || (writes && actor.scopes)) throw forbidden();
  } else if (access === 'session') {
    if (!isSignedIn(actor)) throw forbidden();
  } else if (access === 'judged') {
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
      !permissionsOf(access).some((permission) => actor.permissions.has(permission))
    )
      throw forbidden();
  }
}

const isMachine = (actor: Actor, credentials: readonly Credential[]): boolean =>
  credentials.some(
    ({ kind, scope }) => actor.kind === kind || (scope !== undefined && actor.permissions.has(scope)),
  );
