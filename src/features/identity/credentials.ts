import { createHash, timingSafeEqual } from 'node:crypto';
import { type Actor, isViewPermission } from '../../kit/actor.ts';
import { AppError } from '../../kit/errors.ts';
import type { Mechanism } from '../../kit/gate.ts';
import type { Host } from '../../kit/host.ts';
import { signInRequiredError } from '../../kit/http/access.ts';
import { type Credential, PERSON } from '../../kit/http/credential.ts';
import { KeyGuessLimiter } from '../../kit/key-guess-limiter.ts';
import { ActorCache } from './actor-cache.ts';
import { findUserActor } from './actors.ts';
import { authenticateToken, looksLikeApiToken, stampUse } from './api-tokens.ts';
import { verifyLogin } from './login-tokens.ts';
import { listPermissionKeys } from './roles.ts';

/**
 * The credential that sends reports: the collector key from the configuration, or a service token with the
 * scope. Inventory agents send it as a password, scripts send it in a header.
 */
export const COLLECTOR = {
  kind: 'collector',
  scope: 'collector.ingest',
  schemes: {
    basic: {
      type: 'http',
      scheme: 'basic',
      description:
        'For inventory agents: the collector key or a service token as the password, with any user name.',
    },
  },
} satisfies Credential;

/**
 * Returns the credentials that identity adds to the gate. The gate accepts a login token as bearer, an API or
 * service token as bearer or `X-API-Key`, and the collector key as `X-API-Key`. The collector key and tokens
 * can also be the password of basic authentication, because inventory agents have no other way to send them.
 */
export function createCredentials(host: Host): ReadonlyMap<Credential, Mechanism> {
  const cache = new ActorCache(host.clock);
  const person: Mechanism = (req, address, asof = host.clock.now()) => {
    const bearer = bearerOf(req);
    const presentedKey = bearer ?? req.headers.get('x-api-key');
    if (presentedKey === null) return undefined;
    // An access token of a sign-in is not an API key. It is rejected in the `X-API-Key` header, even when it
    // is cached.
    if (bearer === undefined || looksLikeApiToken(bearer))
      return keyActor(host, cache, presentedKey, address);
    return cache.get(bearer, asof) ?? loginActor(host, cache, bearer, asof);
  };
  const collector: Mechanism = (req, address) => {
    const password = readBasicPassword(req);
    return password === undefined ? undefined : keyActor(host, cache, password, address);
  };
  return new Map([
    [PERSON, person],
    [COLLECTOR, collector],
  ]);
}

async function loginActor(host: Host, cache: ActorCache, token: string, asof: Date): Promise<Actor> {
  const { expires, ...claims } = await verifyLogin(host.secrets, asof, 'access', token);
  return cache.put(
    token,
    host.db.watch((reader) => {
      const actor = findUserActor(reader, claims.userid, claims.epoch);
      if (!actor) throw signInRequiredError();
      return { actor, until: expires };
    }),
  );
}

function keyActor(host: Host, cache: ActorCache, key: string, address: () => string): Actor {
  if (!looksLikeApiToken(key))
    return host
      .getInstance(KeyGuessLimiter)
      .findAndCountGuess(address(), key, () => ({ actor: collectorOf(host, key) })).actor;
  const remembered = cache.get(key);
  if (remembered) return remembered;
  const from = address();
  const { cached } = host.getInstance(KeyGuessLimiter).findAndCountGuess(from, key, () => {
    const permissions = listPermissionKeys(host).filter(isViewPermission);
    const found = host.db.watch((reader) => authenticateToken(reader, host.clock, key, permissions));
    return { cached: found, actor: found.value.actor };
  });
  stampUse(host.db, host.clock, cached.value.token, from);
  return cache.put(key, cached);
}

function collectorOf(host: Host, key: string): Actor {
  const configuredKey = host.config.collectorKey;
  if (configuredKey && isEqualText(key, configuredKey)) return collectorActor();
  throw new AppError('UNAUTHORIZED', 'This key is not valid.');
}

const collectorActor = (): Actor => ({
  kind: COLLECTOR.kind,
  userid: null,
  name: 'collector key',
  isshared: true,
  isadmin: false,
  permissions: new Set(['collector.ingest']),
});

/**
 * Returns the bearer token, or undefined without an authorization header and for Basic credentials. Returns
 * `''`, which is never valid, for any other header.
 */
export function bearerOf(req: Request): string | undefined {
  const header = req.headers.get('authorization');
  if (!header) return undefined;
  // Basic credentials are not a bearer token; only the routes for agents read them.
  return /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? (readBasicPassword(req) === undefined ? '' : undefined);
}

/**
 * Returns the password of basic authentication, in which inventory agents send the key. The name and the
 * password may be empty. Returns undefined for any other header, and when there is no colon between them.
 */
export function readBasicPassword(req: Request): string | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/]+)={0,2}$/i.exec(req.headers.get('authorization') ?? '')?.[1];
  if (!encoded || encoded.length % 4 === 1) return undefined;
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return password.length === 0 ? undefined : password.join(':');
}

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Reports whether two texts are equal, in constant time. */
export const isEqualText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
