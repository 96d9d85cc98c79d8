/** Who is calling: every authentication mechanism ends in one of these. */
export interface Actor {
  /** For a machine that of its credential. */
  kind: 'anonymous' | 'user' | 'token' | 'service' | 'system' | (string & {});
  userid: number | null;
  /** Login name, token name, host name or cabinet name: what the audit log shows. */
  name: string;
  /** The admin role's bypass; false for scoped tokens, whoever owns them. */
  isadmin: boolean;
  permissions: ReadonlySet<string>;
  /** The same key may be on many machines, which are told apart by where they call from. */
  isshared?: true;
  /** Set for a personal or service token. */
  tokenid?: number;
  /** The token's own scopes when it has any: its children cannot exceed them. */
  scopes?: readonly string[];
  resourcescopes?: readonly string[] | null;
  /** When the token ends, with those it was made through; absent when it does not. */
  expiresat?: string;
  /** What a stranger may read here, where that is not everything; absent for everybody else. */
  reads?: 'basic' | 'none';
}

export const ANONYMOUS: Actor = {
  kind: 'anonymous',
  userid: null,
  name: 'anonymous',
  isadmin: false,
  permissions: new Set(),
};

/** Who has not signed in, by what the site lets strangers read: the setting `anonymous_read`. */
export const ANONYMOUS_ACTORS: Readonly<Record<string, Actor>> = {
  full: ANONYMOUS,
  basic: { ...ANONYMOUS, reads: 'basic' },
  none: { ...ANONYMOUS, reads: 'none' },
};

/** Whether the caller is shown who uses a thing and how it is reached: people, addresses, ways in. */
export const canSeePersonalData = (actor: Actor): boolean => actor.reads === undefined;

export const SYSTEM: Actor = {
  kind: 'system',
  userid: null,
  name: 'system',
  isadmin: true,
  permissions: new Set(),
};

export const hasPermission = (actor: Actor, permission: string): boolean =>
  actor.isadmin || actor.permissions.has(permission);

/** Whether the caller holds the permission of an edit, which `needs` names; of what names none, admins alone. */
export const mayUndo = (actor: Actor, needs: string | null): boolean =>
  actor.isadmin || (needs?.split(',').some((permission) => hasPermission(actor, permission)) ?? false);

/** Somebody with an account, or a script of theirs. */
export const isPerson = (actor: Actor): boolean => actor.userid !== null;

/** Somebody who signed in with a password, and no token. */
export const isSignedIn = (actor: Actor): boolean => actor.kind === 'user';
