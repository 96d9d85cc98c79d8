import { createHash, timingSafeEqual } from 'node:crypto';
import { type Actor, ANONYMOUS, isPerson } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { Access, MachineCredential, Route } from '../http/route.ts';
import { ActorCache } from './actor-cache.ts';
import { userActor } from './actors.ts';
import { looksLikeApiToken, tokenActor } from './api-tokens.ts';
import { signInAgain, verifyLogin } from './login-tokens.ts';

/** A further way to say who calls: per-PC credential, kiosk token, address range. Undefined: not mine to judge. */
export type Mechanism = (req: Request, ipaddress: string) => Actor | undefined;

const forbidden = () => new AppError('FORBIDDEN', 'You do not have the permission to do this.');

/** The one authentication gate: whatever the caller shows becomes one `Actor`, or 401; then it is authorised. */
export class Gate {
  private readonly mechanisms = new Map<MachineCredential, Mechanism>();

  private readonly cache: ActorCache;

  constructor(private readonly host: Host) {
    this.cache = new ActorCache(host.db, host.clock);
  }

  /** Plugs a machine credential in. */
  accept(kind: MachineCredential, mechanism: Mechanism): void {
    this.mechanisms.set(kind, mechanism);
  }

  /** Who calls this route, allowed to do so. 401 without valid credentials, 403 without the right. */
  async admit(route: Pick<Route, 'access'>, req: Request, address: () => string): Promise<Actor> {
    const { access } = route;
    if (access === 'open') return ANONYMOUS;
    const machines = typeof access === 'object' && 'machine' in access ? access.machine : undefined;
    const actor = machines ? await this.machine(machines, req, address) : await this.person(req, address);
    authorise(actor, access);
    return actor;
  }

  /** A login token, a personal token or a service token; anonymous when nothing is shown. */
  async person(req: Request, address: () => string): Promise<Actor> {
    const bearer = bearerOf(req);
    const shown = bearer ?? req.headers.get('x-api-key');
    if (shown === null) return ANONYMOUS;
    const known = this.cache.get(shown);
    if (known) return known;
    if (bearer === undefined || looksLikeApiToken(bearer)) return this.keyActor(shown, address());
    return this.loginActor(bearer);
  }

  private async loginActor(token: string): Promise<Actor> {
    const { expires, ...claims } = await verifyLogin(this.host.secrets, this.host.clock, 'access', token);
    const actor = this.host.db.read((reader) => userActor(reader, claims.userid, claims.epoch));
    if (!actor) throw signInAgain();
    this.cache.put(token, actor, expires);
    return actor;
  }

  private async machine(
    kinds: readonly MachineCredential[],
    req: Request,
    address: () => string,
  ): Promise<Actor> {
    for (const kind of kinds) {
      const actor = this.mechanisms.get(kind)?.(req, address());
      if (actor) return actor;
    }
    const password = basicPassword(req);
    if (password !== undefined && kinds.includes('collector')) return this.keyActor(password, address());
    return this.person(req, address);
  }

  private keyActor(key: string, ipaddress: string): Actor {
    if (looksLikeApiToken(key)) {
      const { actor, until } = tokenActor(this.host.db, this.host.clock, key, ipaddress);
      this.cache.put(key, actor, until);
      return actor;
    }
    const known = this.host.config.collectorKey;
    if (known && sameText(key, known)) return COLLECTOR;
    throw new AppError('UNAUTHORIZED', 'This key is not valid.');
  }
}

const COLLECTOR: Actor = {
  kind: 'collector',
  userid: null,
  name: 'collector key',
  isadmin: false,
  permissions: new Set(['collector.ingest']),
};

/** 401 for strangers, 403 for known callers without the right. */
export function authorise(actor: Actor, access: Access): void {
  if (access === 'optional' || access === 'open') return;
  if (actor.kind === 'anonymous') throw signInAgain();
  if (access === 'login') {
    if (!isPerson(actor)) throw forbidden();
  } else if (access === 'admin') {
    if (!actor.isadmin) throw forbidden();
  } else if ('machine' in access) {
    if (!isMachine(actor, access.machine)) throw forbidden();
  } else {
    const wanted = typeof access.can === 'string' ? [access.can] : access.can;
    const byScope = access.orScope !== undefined && actor.permissions.has(access.orScope);
    if (!actor.isadmin && !byScope && !wanted.some((permission) => actor.permissions.has(permission)))
      throw forbidden();
  }
}

function isMachine(actor: Actor, kinds: readonly MachineCredential[]): boolean {
  if (actor.kind === 'agent' || actor.kind === 'kiosk' || actor.kind === 'allowlist')
    return kinds.includes(actor.kind);
  return kinds.includes('collector') && actor.permissions.has('collector.ingest');
}

export function bearerOf(req: Request): string | undefined {
  const header = req.headers.get('authorization');
  return header
    ? (/^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? (header.toLowerCase().startsWith('basic ') ? undefined : ''))
    : undefined;
}

/** Inventory agents can only send a name and a password: the password is the key. */
function basicPassword(req: Request): string | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(req.headers.get('authorization') ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
