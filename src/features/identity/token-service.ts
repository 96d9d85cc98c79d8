import { type Actor, holds } from '../../kit/actor.ts';
import type { Change } from '../../kit/data/columns.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { grantsOf } from './actors.ts';
import { mintToken } from './api-tokens.ts';
import { SERVICE_SCOPES } from './manifest.ts';
import { usernameOf } from './queries.ts';
import { allPermissions } from './roles.ts';
import { type ApiToken, apitokens } from './tables.ts';
import { allTokens, tokenById, tokensOfUser } from './token-queries.ts';

export interface TokenInput {
  name?: string;
  expiresat?: string | null;
  scopes?: string[] | null;
  resourcescopes?: string[] | null;
  isactive?: boolean;
  service?: boolean;
}

const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]));

function view(reader: Reader, token: ApiToken) {
  const { secrethash: _never, scopes, resourcescopes, isactive, ...rest } = token;
  const owner = token.userid ? usernameOf.get(reader, { userid: token.userid }) : undefined;
  return {
    ...rest,
    scopes: parse(scopes),
    resourcescopes: parse(resourcescopes),
    isactive: isactive === 1,
    username: owner?.username ?? null,
  };
}

export function tokenView(host: Host, tokenid: number) {
  return host.db.read((reader) => view(reader, tokenById.get(reader, { tokenid })!));
}

/** One's own tokens, or everybody's. */
export function listTokens(host: Host, userid: number | null) {
  return host.db.read((reader) => {
    const rows = userid === null ? allTokens.all(reader) : tokensOfUser.all(reader, { userid });
    return rows.map((row) => view(reader, row));
  });
}

/** Makes a token and answers it with its secret, which is shown this once. */
export function createToken(host: Host, context: WriteContext, input: TokenInput) {
  const { actor } = context;
  const kind = input.service ? 'service' : 'personal';
  if (kind === 'service' && !actor.isadmin)
    throw new AppError('FORBIDDEN', 'Only an admin can make service tokens.');
  const scopes = kind === 'service' ? serviceScopes(input.scopes) : inheritedScopes(actor, input.scopes);
  if (kind === 'personal') checkScopes(host, actor, actor.userid!, scopes);
  const { secret, prefix, secrethash } = mintToken(kind);
  const row: typeof apitokens.$inferInsert = {
    kind,
    prefix,
    secrethash,
    userid: kind === 'service' ? null : actor.userid,
    name: input.name!,
    scopes: scopes ? JSON.stringify(scopes) : null,
    resourcescopes: input.resourcescopes ? JSON.stringify(input.resourcescopes) : inheritedResources(actor),
    expiresat: input.expiresat ?? null,
  };
  const tokenid = host.db.transact(context, 'identity.token.created', (tx) => {
    const id = tx.insert(apitokens, row);
    tx.audit({ entitytype: 'token', entityid: id, undoable: false });
    return id;
  }).value;
  return { ...tokenView(host, tokenid), secret };
}

/** Changes a token: one's own, or anybody's for an admin; scopes are measured against its owner. */
export function changeToken(host: Host, context: WriteContext, tokenid: number, input: TokenInput) {
  const token = reachable(host, context.actor, tokenid);
  if (input.scopes !== undefined) {
    if (token.kind === 'service') serviceScopes(input.scopes);
    else checkScopes(host, context.actor, token.userid!, inheritedScopes(context.actor, input.scopes));
  }
  const changes: Change<typeof apitokens> = {};
  if (input.name !== undefined) changes.name = input.name;
  if (input.isactive !== undefined) changes.isactive = input.isactive ? 1 : 0;
  if (input.expiresat !== undefined) changes.expiresat = input.expiresat;
  if (input.scopes !== undefined) changes.scopes = input.scopes ? JSON.stringify(input.scopes) : null;
  if (input.resourcescopes !== undefined)
    changes.resourcescopes = input.resourcescopes ? JSON.stringify(input.resourcescopes) : null;
  host.db.transact(context, 'identity.token.updated', (tx) => {
    tx.update(apitokens, tokenid, changes);
    tx.audit({ entitytype: 'token', entityid: tokenid, undoable: false });
  });
  return tokenView(host, tokenid);
}

export function revokeToken(host: Host, context: WriteContext, tokenid: number): void {
  reachable(host, context.actor, tokenid);
  host.db.transact(context, 'identity.token.revoked', (tx) => {
    tx.update(apitokens, tokenid, { isactive: 0 });
    tx.audit({ entitytype: 'token', entityid: tokenid, undoable: false });
  });
}

/** Another's token looks like none to whoever may not touch it. */
function reachable(host: Host, actor: Actor, tokenid: number): ApiToken {
  const token = host.db.read((reader) => tokenById.get(reader, { tokenid }));
  if (!token) throw notFound('Token');
  if (token.userid !== actor.userid && !actor.isadmin)
    throw new AppError('FORBIDDEN', 'This token belongs to somebody else.');
  return token;
}

function serviceScopes(scopes: string[] | null | undefined): string[] {
  if (!scopes || scopes.length === 0)
    throw invalid('scopes', `A service token needs scopes: ${SERVICE_SCOPES.join(', ')}.`);
  const unknown = scopes.filter((scope) => !SERVICE_SCOPES.includes(scope as 'metrics.read'));
  if (unknown.length > 0) throw invalid('scopes', `A service token cannot have ${unknown.join(', ')}.`);
  return scopes;
}

/** A token made through a scoped token has at most that token's scopes. */
function inheritedScopes(actor: Actor, scopes: string[] | null | undefined): string[] | null {
  return scopes ?? (actor.scopes ? [...actor.scopes] : null);
}

function inheritedResources(actor: Actor): string | null {
  return actor.resourcescopes ? JSON.stringify(actor.resourcescopes) : null;
}

function checkScopes(host: Host, actor: Actor, ownerid: number, scopes: string[] | null): void {
  if (scopes === null) return;
  if (scopes.length === 0)
    throw invalid('scopes', 'Name at least one scope, or leave scopes out for a token without limits.');
  const known = new Set(allPermissions(host));
  const unknown = scopes.filter((scope) => !known.has(scope));
  if (unknown.length > 0) throw invalid('scopes', `There is no permission ${unknown.join(', ')}.`);
  const owner = host.db.read((reader) => grantsOf(reader, ownerid));
  const above = scopes.filter(
    (scope) => !(owner.isadmin || owner.permissions.has(scope)) || (actor.scopes && !holds(actor, scope)),
  );
  if (above.length > 0) {
    throw new AppError('SCOPE_CEILING', `The owner of this token does not hold ${above.join(', ')}.`, {
      scopes: above,
    });
  }
}
