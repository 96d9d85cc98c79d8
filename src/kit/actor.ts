/** The caller of a request. Every authentication mechanism returns one of these. */
export interface Actor {
  /** The kind of caller; for a machine the kind of its credential. */
  kind: 'anonymous' | 'user' | 'token' | 'service' | 'system' | (string & {});
  userid: number | null;
  /** The name that the audit log shows, such as a login name, a token name or a host name. */
  name: string;
  /**
   * True bypasses permissions, as the admin role does. Always false for scoped tokens, even those of an
   * admin.
   */
  isadmin: boolean;
  permissions: ReadonlySet<string>;
  /** Several machines may share the credential; only their addresses distinguish them. */
  isshared?: true;
  /**
   * True for a service token with the scope `read`. It has all permissions to view, and only for requests that
   * read.
   */
  views?: true;
  /** The ID of a personal or service token. */
  tokenid?: number;
  /** The scopes of the token, if it has any: tokens made through it cannot exceed them. */
  scopes?: readonly string[];
  resourcescopes?: readonly string[] | null;
  /**
   * The earliest time at which the token, or one of the tokens it was made through, expires; absent when none
   * expires.
   */
  expiresat?: string;
  /** The read access of an anonymous caller when it is limited; absent for all other callers. */
  reads?: 'basic' | 'none';
}

/** The anonymous caller with full read access. */
export const ANONYMOUS: Actor = {
  kind: 'anonymous',
  userid: null,
  name: 'anonymous',
  isadmin: false,
  permissions: new Set(),
};

/** The anonymous actors, by the value of the setting `anonymous_read`. */
export const ANONYMOUS_ACTORS: Readonly<Record<string, Actor>> = {
  full: ANONYMOUS,
  basic: { ...ANONYMOUS, reads: 'basic' },
  none: { ...ANONYMOUS, reads: 'none' },
};

/**
 * Reports whether the caller may see who uses an asset and how it is reached: people, addresses, remote
 * access.
 */
export const canSeePersonalData = (actor: Actor): boolean => actor.reads === undefined;

/** The appliance itself, which has all permissions. */
export const SYSTEM: Actor = {
  kind: 'system',
  userid: null,
  name: 'system',
  isadmin: true,
  permissions: new Set(),
};

/** Reports whether the actor has the permission. Admins have all. */
export const hasPermission = (actor: Actor, permission: string): boolean =>
  actor.isadmin || actor.permissions.has(permission);

/**
 * Reports whether the caller may undo a change. Admins may undo every change. Other callers need one of the
 * comma-separated permissions in `needs`, and may not undo a change without such a list. Permissions that are
 * joined by `&` are all needed.
 */
export const mayUndo = (actor: Actor, needs: string | null): boolean =>
  actor.isadmin ||
  (needs?.split(',').some((joined) => joined.split('&').every((one) => hasPermission(actor, one))) ?? false);

/** Reports whether a permission only allows to view records. */
export const isViewPermission = (permission: string): boolean => permission.endsWith('.view');

/** Reports whether the caller is a user or a token of a user. */
export const isPerson = (actor: Actor): boolean => actor.userid !== null;

/** Reports whether the caller is a user who signed in with a password, not a token. */
export const isSignedIn = (actor: Actor): boolean => actor.kind === 'user';
