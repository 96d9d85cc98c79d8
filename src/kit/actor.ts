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
  /** Set for a personal or service token. */
  tokenid?: number;
  /** The token's own scopes when it has any: its children cannot exceed them. */
  scopes?: readonly string[];
  resourcescopes?: readonly string[] | null;
}

export const ANONYMOUS: Actor = {
  kind: 'anonymous',
  userid: null,
  name: 'anonymous',
  isadmin: false,
  permissions: new Set(),
};

export const SYSTEM: Actor = {
  kind: 'system',
  userid: null,
  name: 'system',
  isadmin: true,
  permissions: new Set(),
};

export const holds = (actor: Actor, permission: string): boolean =>
  actor.isadmin || actor.permissions.has(permission);

export const isPerson = (actor: Actor): boolean => actor.userid !== null;
