import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../../kit/actor.ts';
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

/** The key of inventory agents, from the configuration: they send it as a password, scripts in a header. */
export const COLLECTOR = {
  kind: 'collector',
  scope: 'collector.ingest',
  schemes: {
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'Inventory agents: the collector key or a service token as the password, with any name.',
    },
  },
} satisfies Credential;

/**
 * What identity lets the gate accept: login tokens, API tokens and service tokens everywhere, and the collector key,
 * which inventory agents can only send as the password of basic authentication.
 */
export function createCredentials(host: Host): ReadonlyMap<Credential, Mechanism> {
  const cache = new ActorCache(host.clock);
  const person: Mechanism = (req, address, asof = host.clock.now()) => {
    const bearer = bearerOf(req);
    const shown = bearer ?? req.headers.get('x-api-key');
    if (shown === null) return undefined;
    // A login is no key: it is not taken from the header of one, remembered or not.
    if (bearer === undefined || looksLikeApiToken(bearer)) return keyActor(host, cache, shown, address);
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
    return host.getInstance(KeyGuessLimiter).judge(address(), key, () => ({ actor: collectorOf(host, key) }))
      .actor;
  const remembered = cache.get(key);
  if (remembered) return remembered;
  const from = address();
  const { known } = host.getInstance(KeyGuessLimiter).judge(from, key, () => {
    const found = host.db.watch((reader) => authenticateToken(reader, host.clock, key));
    return { known: found, actor: found.value.actor };
  });
  stampUse(host.db, host.clock, known.value.token, from);
  return cache.put(key, known);
}

function collectorOf(host: Host, key: string): Actor {
  const known = host.config.collectorKey;
  if (known && isEqualText(key, known)) return collectorActor();
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

/** The bearer token; `''`, which opens nothing, for a header of a form that nobody here reads. */
export function bearerOf(req: Request): string | undefined {
  const header = req.headers.get('authorization');
  if (!header) return undefined;
  // A name and a password are no bearer's, and only the routes of agents ask for them.
  return /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? (readBasicPassword(req) === undefined ? '' : undefined);
}

/** Inventory agents can only send a name and a password: the password is the key. Undefined when there are no such two. */
export function readBasicPassword(req: Request): string | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/]+)={0,2}$/i.exec(req.headers.get('authorization') ?? '')?.[1];
  if (!encoded || encoded.length % 4 === 1) return undefined;
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return password.length === 0 ? undefined : password.join(':');
}

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Whether two texts are the same; it takes as long when they are not. */
export const isEqualText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
