import type { Actor } from '../../kit/actor.ts';
import { invariant } from '../../kit/data/invariant.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Tx } from '../../kit/data/tx.ts';
import { AppError } from '../../kit/errors.ts';
import { type ApiTokenRow, apitokens, users } from './tables.ts';
import { childTokens, tokenById, tokensOfUser } from './token-queries.ts';

/** The limits of a token; null is no limit of that kind. */
export interface TokenLimits {
  scopes: string[] | null;
  resourcescopes: string[] | null;
  /** ISO time at which the token expires; null when it does not. */
  expiresat: string | null;
}

const NONE: TokenLimits = { scopes: null, resourcescopes: null, expiresat: null };

const listOf = (text: string | null): string[] | null =>
  text === null ? null : (JSON.parse(text) as string[]);

/** Returns the limits that are stored with the token itself. A limit of null does not restrict. */
export const toStoredLimits = (token: ApiTokenRow): TokenLimits => ({
  scopes: listOf(token.scopes),
  resourcescopes: listOf(token.resourcescopes),
  expiresat: token.expiresat,
});

/** Returns limits as columns of a token: lists as JSON, null unchanged. */
export const toLimitColumns = ({ scopes, resourcescopes, expiresat }: TokenLimits) => ({
  scopes: scopes && JSON.stringify(scopes),
  resourcescopes: resourcescopes && JSON.stringify(resourcescopes),
  expiresat,
});

/**
 * Returns the intersection of two limits, with the earlier expiry date. A limit of null does not restrict.
 */
export function intersectLimits(a: TokenLimits, b: TokenLimits): TokenLimits {
  const intersect = (one: string[] | null, other: string[] | null) =>
    one && other ? one.filter((name) => other.includes(name)) : (one ?? other);
  const [first = null] = [a.expiresat, b.expiresat].filter((at) => at !== null).sort(inTime);
  return {
    scopes: intersect(a.scopes, b.scopes),
    resourcescopes: intersect(a.resourcescopes, b.resourcescopes),
    expiresat: first,
  };
}

const inTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b);

/**
 * Returns the current limits of a token: its own, narrowed by all tokens from which it descends. Throws 401
 * when it or one of those was revoked or has expired, because a token ends with its parent.
 */
export function readEffectiveLimits(reader: Reader, token: ApiTokenRow, now: Date): TokenLimits {
  if (token.isactive !== 1) throw new AppError('TOKEN_REVOKED', 'This token was revoked. Create a new one.');
  if (token.expiresat && Date.parse(token.expiresat) <= now.getTime())
    throw new AppError('TOKEN_EXPIRED', 'This token has expired. Create a new one.');
  const parent = findParentToken(reader, token);
  return parent
    ? intersectLimits(toStoredLimits(token), readEffectiveLimits(reader, parent, now))
    : toStoredLimits(token);
}

/** Returns the token with which a token was created; undefined when a signed-in user created it. */
export const findParentToken = (reader: Reader, { parenttokenid }: ApiTokenRow): ApiTokenRow | undefined =>
  parenttokenid === null ? undefined : tokenById.get(reader, { tokenid: parenttokenid });

/** Returns the upper limits of tokens that this caller creates or changes. A signed-in user has none. */
export const callerLimitsOf = (actor: Actor): TokenLimits => ({
  // The scopes are those that the owner still has. A permission that the owner has lost cannot be passed on.
  scopes: actor.scopes ? [...actor.permissions] : null,
  resourcescopes: actor.resourcescopes ? [...actor.resourcescopes] : null,
  expiresat: actor.expiresat ?? null,
});

/** Returns the upper limits of a change: those of the caller, narrowed by those of the parent token. */
export function readChangeLimits(reader: Reader, actor: Actor, token: ApiTokenRow): TokenLimits {
  const parent = findParentToken(reader, token);
  return intersectLimits(callerLimitsOf(actor), parent ? toStoredLimits(parent) : NONE);
}

/**
 * Returns the requested limits, with those of the ceiling where none is requested. Throws 400 SCOPE_CEILING
 * when a requested one exceeds the ceiling.
 */
export function resolveLimits(ceiling: TokenLimits, requested: TokenLimits): TokenLimits {
  const limits = {
    scopes: requested.scopes ?? ceiling.scopes,
    resourcescopes: requested.resourcescopes ?? ceiling.resourcescopes,
    expiresat: requested.expiresat ?? ceiling.expiresat,
  };
  refuseAboveLimits(ceiling, limits);
  return limits;
}

/** Throws 400 SCOPE_CEILING when the limits exceed the ceiling. */
export function refuseAboveLimits(ceiling: TokenLimits, limits: TokenLimits): void {
  const listExcess = (one: string[] | null, other: string[] | null) =>
    other ? (one?.filter((name) => !other.includes(name)) ?? ['everything']) : [];
  const scopes = listExcess(limits.scopes, ceiling.scopes);
  const resourcescopes = listExcess(limits.resourcescopes, ceiling.resourcescopes);
  if (scopes.length + resourcescopes.length > 0) throw tooMuch({ scopes, resourcescopes });
  if (ceiling.expiresat && (!limits.expiresat || inTime(limits.expiresat, ceiling.expiresat) > 0))
    throw new AppError('SCOPE_CEILING', `This token must expire by ${ceiling.expiresat}.`, {
      expiresat: ceiling.expiresat,
    });
}

function tooMuch(above: { scopes: string[]; resourcescopes: string[] }): AppError {
  const names = [...above.scopes, ...above.resourcescopes].join(', ');
  return new AppError('SCOPE_CEILING', `The parent token does not allow ${names}.`, above);
}

/**
 * Revokes the tokens of a deactivated user, and the descendants of a deactivated token. Activating the user
 * or token again does not activate them.
 */
export const tokensEndTogether = invariant(
  'tokens are inactive when their owner or parent token is inactive',
  [users, apitokens],
  (tx, changes) => {
    for (const { table, id, after } of changes) {
      if (after?.isactive !== 0) continue;
      const ended = table === 'users' ? tokensOfUser.all(tx, { userid: id }) : madeThrough(tx, id);
      for (const { tokenid } of ended) end(tx, tokenid);
    }
  },
);

const madeThrough = (tx: Tx, tokenid: number) => childTokens.all(tx, { tokenid });

function end(tx: Tx, tokenid: number): void {
  tx.update(apitokens, tokenid, { isactive: 0 });
  for (const child of madeThrough(tx, tokenid)) end(tx, child.tokenid);
}
