import type { Actor } from '../../kit/actor.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/data/database.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { AppError } from '../../kit/errors.ts';
import { type MintedSecret, matchesSecret, mintSecret } from '../../kit/minted-secret.ts';
import type { CachedActor } from './actor-cache.ts';
import { findUserActor } from './actors.ts';
import type { ApiTokenRow } from './tables.ts';
import { readEffectiveLimits, type TokenLimits } from './token-limits.ts';
import { stampTokenUse, tokenByPrefix } from './token-queries.ts';

const FORM = /^(mw_(?:pat|svc)_)([A-Za-z0-9]{8})_([A-Za-z0-9_-]{43})$/;
const USE_STAMP_MS = 60_000;

/** Generates the secret of a token. The caller shows it once, and stores only its prefix and hash. */
export const mintToken = (kind: 'personal' | 'service'): MintedSecret =>
  mintSecret(kind === 'personal' ? 'mw_pat_' : 'mw_svc_');

/**
 * Reports whether a text has the prefix of Millwright tokens, also of a kiosk token. Does not check the rest.
 */
export const looksLikeApiToken = (text: string): boolean => text.startsWith('mw_');

const unknownTokenError = () => new AppError('UNAUTHORIZED', 'This token is unknown. Create a new one.');

/**
 * Returns the actor of a personal or service token, which may be cached for at most a minute. Throws 401 when
 * the token is unknown, when it or a parent token is revoked or expired, or when its owner is inactive.
 * A service token with the scope `read` has all of `viewPermissions`.
 */
export function authenticateToken(
  reader: Reader,
  clock: Clock,
  secret: string,
  viewPermissions: readonly string[],
): CachedActor & { token: ApiTokenRow } {
  const parts = FORM.exec(secret);
  if (!parts) throw unknownTokenError();
  const token = tokenByPrefix.get(reader, { prefix: `${parts[1]}${parts[2]}` });
  if (!matchesSecret(secret, token?.secrethash) || !token) throw unknownTokenError();
  const now = clock.now();
  const limits = readEffectiveLimits(reader, token, now);
  const expires = limits.expiresat ? Date.parse(limits.expiresat) : Number.POSITIVE_INFINITY;
  const actor =
    token.kind === 'service'
      ? serviceActor(token, limits, viewPermissions)
      : personalActor(reader, token, limits);
  return { token, actor, until: Math.min(expires, now.getTime() + USE_STAMP_MS) };
}

const tokenLimitsOf = ({ tokenid }: ApiTokenRow, { resourcescopes, expiresat }: TokenLimits) => ({
  tokenid,
  resourcescopes,
  ...(expiresat !== null && { expiresat }),
});

/** The scope with which a service token may read what users with permissions to view may read. */
export const READ_SCOPE = 'read';

function serviceActor(token: ApiTokenRow, limits: TokenLimits, viewPermissions: readonly string[]): Actor {
  const scopes = limits.scopes ?? [];
  const views = scopes.includes(READ_SCOPE);
  return {
    kind: 'service',
    userid: null,
    name: token.name,
    isshared: true,
    isadmin: false,
    permissions: new Set([...scopes, ...(views ? viewPermissions : [])]),
    ...(views && { views }),
    scopes,
    ...tokenLimitsOf(token, limits),
  };
}

/**
 * Limits the current permissions of the owner to the scopes. With scopes, the token of an admin is not an
 * admin.
 */
function personalActor(reader: Reader, token: ApiTokenRow, limits: TokenLimits): Actor {
  const owner = findUserActor(reader, token.userid!, null);
  if (!owner) throw new AppError('TOKEN_REVOKED', 'The owner of this token is inactive.');
  const shared = { ...owner, kind: 'token' as const, ...tokenLimitsOf(token, limits) };
  const { scopes } = limits;
  if (!scopes) return shared;
  const permissions = new Set(scopes.filter((scope) => owner.isadmin || owner.permissions.has(scope)));
  return { ...shared, isadmin: false, permissions, scopes };
}

/**
 * Records the last use of a token, unaudited. Skips a use from the same address within a minute of the
 * recorded use.
 */
export function stampUse(db: Database, clock: Clock, token: ApiTokenRow, ipaddress: string): void {
  const now = clock.now();
  const recent = token.lastuseddate && now.getTime() - Date.parse(token.lastuseddate) < USE_STAMP_MS;
  if (recent && token.lastusedip === ipaddress) return;
  db.writeUnaudited((tx) =>
    stampTokenUse.run(tx, { tokenid: token.tokenid, at: now.toISOString(), ipaddress }),
  );
}
