import { type Actor, isSignedIn } from '../../kit/actor.ts';
import type { ColumnChanges } from '../../kit/data/columns.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../kit/errors.ts';
import type { Host } from '../../kit/host.ts';
import { refuseStale, type Staleness } from '../../kit/staleness.ts';
import { readGrants } from './actors.ts';
import { mintToken } from './api-tokens.ts';
import { userById, usernameOf } from './queries.ts';
import { listPermissionKeys } from './roles.ts';
import { MAX_TOKENS } from './row-limits.ts';
import { type ApiTokenRow, apitokens } from './tables.ts';
import {
  callerLimitsOf,
  findParentToken,
  intersectLimits,
  readChangeLimits,
  refuseAboveLimits,
  resolveLimits,
  type TokenLimits,
  toLimitColumns,
  toStoredLimits,
} from './token-limits.ts';
import { newestTokens, newestTokensOfUser, tokenById } from './token-queries.ts';

export interface TokenInput {
  name?: string;
  expiresat?: string | null;
  scopes?: string[] | null;
  resourcescopes?: string[] | null;
  isactive?: boolean;
  service?: boolean;
}

function view(reader: Reader, token: ApiTokenRow) {
  const { secrethash: _never, isactive, ...rest } = token;
  const owner = token.userid ? usernameOf.get(reader, { userid: token.userid }) : undefined;
  return { ...rest, ...toStoredLimits(token), isactive: isactive === 1, username: owner?.username ?? null };
}

/** Returns a token without its hash. It must exist. */
export function readToken(host: Host, tokenid: number) {
  return host.db.read((reader) => view(reader, tokenById.get(reader, { tokenid })!));
}

/**
 * Lists the tokens of a user, or of all users when `userid` is null, by ID. Beyond `MAX_TOKENS`, it omits the
 * oldest, inactive ones first.
 */
export function listTokens(host: Host, userid: number | null) {
  return host.db.read((reader) => {
    const most = MAX_TOKENS;
    const rows =
      userid === null ? newestTokens.all(reader, { most }) : newestTokensOfUser.all(reader, { userid, most });
    return rows.sort((a, b) => a.tokenid - b.tokenid).map((row) => view(reader, row));
  });
}

/** Returns the limits in the input. A missing limit is taken from `now`. */
const limitsOf = (input: TokenInput, now: TokenLimits): TokenLimits => ({
  scopes: input.scopes === undefined ? now.scopes : input.scopes,
  resourcescopes: input.resourcescopes === undefined ? now.resourcescopes : input.resourcescopes,
  expiresat: input.expiresat === undefined ? now.expiresat : input.expiresat,
});

/**
 * Creates a token and returns it with its secret, which is shown only this once. A token that was created
 * with another token ends with it. Throws 403 for a service token unless the caller is an admin. Throws 400
 * SCOPE_CEILING when the token would allow more than its owner or the caller's token. Throws 400 for unknown
 * scopes, an expiry date in the past, and a service token without scopes.
 */
export function createToken(host: Host, context: WriteContext, input: TokenInput) {
  const { actor } = context;
  const kind = input.service ? 'service' : 'personal';
  if (kind === 'service' && !actor.isadmin)
    throw new AppError('FORBIDDEN', 'Only an admin can create service tokens.');
  const { secret, prefix, secrethash } = mintToken(kind);
  const tokenid = host.db.transact(context, 'identity.token.created', (tx) => {
    const userid = kind === 'service' ? null : actor.userid;
    checkScopes(host, tx, userid, input.scopes);
    if (input.expiresat && input.expiresat <= tx.at)
      throw invalid(
        'expiresat',
        'The expiry date of a token must be in the future. Enter a later date, or none.',
      );
    const limits = resolveLimits(callerLimitsOf(actor), limitsOf(input, NO_LIMITS));
    if (kind === 'service' && !limits.scopes) throw missingScopesError(host);
    const id = tx.insert(apitokens, {
      kind,
      prefix,
      secrethash,
      userid,
      name: input.name!,
      parenttokenid: actor.tokenid ?? null,
      ...toLimitColumns(limits),
    });
    tx.audit({ entitytype: 'token', entityid: id });
    return id;
  }).value;
  return { ...readToken(host, tokenid), secret };
}

/**
 * Changes a token: the caller's own, or any token if the caller is an admin; else throws 403. Throws 404 for
 * an unknown token, 409 STALE_WRITE when it has changed since the version in `unless`. Scopes are checked
 * against the permissions of its owner. Only a signed-in user can reactivate a token. Throws 400
 * SCOPE_CEILING when the token exceeds the limits of the caller's token.
 */
export function changeToken(
  host: Host,
  context: WriteContext,
  tokenid: number,
  input: TokenInput,
  unless: Staleness,
) {
  const { actor } = context;
  host.db.transact(context, 'identity.token.updated', (tx) => {
    const token = getManageableToken(tx, actor, tokenid);
    refuseStale(token.modifieddate, unless);
    if (input.scopes !== undefined) {
      if (token.kind === 'service' && !input.scopes) throw missingScopesError(host);
      checkScopes(host, tx, token.userid, input.scopes);
    }
    if (input.isactive && token.isactive !== 1) refuseRevival(tx, actor, token);
    const ceiling = readChangeLimits(tx, actor, token);
    const limits = resolveLimits(ceiling, limitsOf(input, intersectLimits(toStoredLimits(token), ceiling)));
    const changes: ColumnChanges<typeof apitokens> = toLimitColumns(limits);
    if (input.name !== undefined) changes.name = input.name;
    if (input.isactive !== undefined) changes.isactive = input.isactive ? 1 : 0;
    tx.update(apitokens, tokenid, changes);
    tx.audit({ entitytype: 'token', entityid: tokenid });
  });
  return readToken(host, tokenid);
}

/** Deactivates a token and all tokens that were created with it. Throws as `changeToken` does. */
export function revokeToken(host: Host, context: WriteContext, tokenid: number, unless: Staleness): void {
  host.db.transact(context, 'identity.token.revoked', (tx) => {
    refuseStale(getManageableToken(tx, context.actor, tokenid).modifieddate, unless);
    tx.update(apitokens, tokenid, { isactive: 0 });
    tx.audit({ entitytype: 'token', entityid: tokenid });
  });
}

/**
 * Returns a token that the caller may change: the caller's own, or any token for an admin. Throws 404 for an
 * unknown token, 403 for another one. Throws 400 SCOPE_CEILING when the token allows more than the token of
 * the caller.
 */
function getManageableToken(reader: Reader, actor: Actor, tokenid: number): ApiTokenRow {
  const token = tokenById.get(reader, { tokenid });
  if (!token) throw notFound('Token');
  if (token.userid !== actor.userid && !actor.isadmin)
    throw new AppError('FORBIDDEN', 'This token belongs to another user.');
  refuseAboveLimits(callerLimitsOf(actor), toStoredLimits(token));
  return token;
}

/** Throws 409 unless a signed-in user activates the token while its owner and its parent are active. */
function refuseRevival(tx: Tx, actor: Actor, token: ApiTokenRow): void {
  const owner = token.userid === null ? undefined : userById.get(tx, { userid: token.userid });
  const parent = findParentToken(tx, token);
  const reason = !isSignedIn(actor)
    ? 'You cannot reactivate a token with a token. Sign in first.'
    : owner?.isactive === 0
      ? 'The owner of this token is inactive.'
      : parent && parent.isactive !== 1
        ? 'The parent token of this token is inactive.'
        : undefined;
  if (reason) throw new AppError('CONFLICT', reason);
}

const NO_LIMITS: TokenLimits = { scopes: null, resourcescopes: null, expiresat: null };

const missingScopesError = ({ contributions }: Host) =>
  invalid(
    'scopes',
    `A service token needs at least one of these permissions: ${contributions.serviceScopes.join(', ')}.`,
  );

/**
 * Throws 400 for an empty list, an unknown scope, or one that the owner lacks. A service token has no owner;
 * it may have any scope that is for service tokens. Checks nothing without a list.
 */
function checkScopes(
  host: Host,
  reader: Reader,
  ownerid: number | null,
  scopes: string[] | null | undefined,
): void {
  if (!scopes) return;
  if (scopes.length === 0)
    throw invalid('scopes', 'Enter at least one permission, or omit scopes for a token without limits.');
  const declared = new Set(ownerid === null ? host.contributions.serviceScopes : listPermissionKeys(host));
  const unknown = scopes.filter((scope) => !declared.has(scope));
  if (unknown.length > 0)
    throw invalid(
      'scopes',
      ownerid === null
        ? `A service token cannot have the permission ${unknown.join(', ')}.`
        : `Unknown permission: ${unknown.join(', ')}.`,
    );
  if (ownerid === null) return;
  const owner = readGrants(reader, ownerid);
  const above = scopes.filter((scope) => !owner.isadmin && !owner.permissions.has(scope));
  if (above.length > 0) {
    throw new AppError(
      'SCOPE_CEILING',
      `The owner of this token does not have the permission ${above.join(', ')}.`,
      {
        scopes: above,
      },
    );
  }
}
