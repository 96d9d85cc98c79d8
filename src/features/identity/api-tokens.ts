import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../kit/actor.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/data/database.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { AppError } from '../../kit/errors.ts';
import { hashSecret, type Minted, mintSecret } from '../../kit/minted-secret.ts';
import type { Known } from './actor-cache.ts';
import { userActor } from './actors.ts';
import type { ApiToken } from './tables.ts';
import { stampTokenUse, tokenByPrefix } from './token-queries.ts';

const FORM = /^(mw_(?:pat|svc)_)([A-Za-z0-9]{8})_([A-Za-z0-9_-]{43})$/;
const USE_STAMP_MS = 60_000;

/** A new token: the clear text is shown once, prefix and hash are stored. */
export const mintToken = (kind: 'personal' | 'service'): Minted =>
  mintSecret(kind === 'personal' ? 'mw_pat_' : 'mw_svc_');

export const looksLikeApiToken = (text: string): boolean => text.startsWith('mw_');

const refused = () => new AppError('UNAUTHORIZED', 'This token is not known. Make a new one.');

/** Who a personal or service token is. 401 when it is unknown, revoked, expired or its owner inactive. */
export function tokenActor(reader: Reader, clock: Clock, secret: string): Known & { token: ApiToken } {
  const parts = FORM.exec(secret);
  if (!parts) throw refused();
  const token = tokenByPrefix.get(reader, { prefix: `${parts[1]}${parts[2]}` });
  const stored = Buffer.from(token?.secrethash ?? '0'.repeat(64), 'hex');
  const matches = timingSafeEqual(stored, Buffer.from(hashSecret(secret), 'hex'));
  if (!token || !matches) throw refused();
  if (token.isactive !== 1) throw new AppError('TOKEN_REVOKED', 'This token was revoked. Make a new one.');
  const now = clock.now().getTime();
  const expires = token.expiresat ? Date.parse(token.expiresat) : Number.POSITIVE_INFINITY;
  if (expires <= now) throw new AppError('TOKEN_EXPIRED', 'This token has expired. Make a new one.');
  const actor = token.kind === 'service' ? serviceActor(token) : personalActor(reader, token);
  return { token, actor, until: Math.min(expires, now + USE_STAMP_MS) };
}

const listOf = (text: string | null): string[] | undefined =>
  text === null ? undefined : (JSON.parse(text) as string[]);

function serviceActor(token: ApiToken): Actor {
  const scopes = listOf(token.scopes) ?? [];
  return {
    kind: 'service',
    userid: null,
    name: token.name,
    isadmin: false,
    permissions: new Set(scopes),
    tokenid: token.tokenid,
    scopes,
    resourcescopes: listOf(token.resourcescopes) ?? null,
  };
}

/** Scopes narrow what the owner holds now; the admin bypass does not pass through them. */
function personalActor(reader: Reader, token: ApiToken): Actor {
  const owner = userActor(reader, token.userid!, null);
  if (!owner) throw new AppError('TOKEN_REVOKED', 'The owner of this token is not active.');
  const scopes = listOf(token.scopes);
  const shared = {
    ...owner,
    kind: 'token' as const,
    tokenid: token.tokenid,
    resourcescopes: listOf(token.resourcescopes) ?? null,
  };
  if (!scopes) return shared;
  const permissions = new Set(scopes.filter((scope) => owner.isadmin || owner.permissions.has(scope)));
  return { ...shared, isadmin: false, permissions, scopes };
}

/** Last use is chatter: at most one write a minute for each token and address. */
export function stampUse(db: Database, clock: Clock, token: ApiToken, ipaddress: string): void {
  const now = clock.now();
  const recent = token.lastuseddate && now.getTime() - Date.parse(token.lastuseddate) < USE_STAMP_MS;
  if (recent && token.lastusedip === ipaddress) return;
  db.chatter((tx) => stampTokenUse.run(tx, { tokenid: token.tokenid, at: now.toISOString(), ipaddress }));
}
