import { createHash, timingSafeEqual } from 'node:crypto';
import { type Actor, ANONYMOUS, isPerson } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { Access, MachineCredential, Route } from '../http/route.ts';
import { userActor } from './actors.ts';
import { looksLikeApiToken, tokenActor } from './api-tokens.ts';
import { signInAgain, verifyLogin } from './login-tokens.ts';

/** A further way to say who calls: per-PC credential, kiosk token, address range. Undefined: not mine to judge. */
export type Mechanism = (req: Request, ipaddress: string) => Actor | undefined;

const forbidden = () => new AppError('FORBIDDEN', 'You do not have the permission to do this.');

/** The one authentication gate: whatever the caller shows becomes one `Actor`, or 401; then it is authorised. */
export class Gate {
  private readonly mechanisms = new Map<MachineCredential, Mechanism>();

  constructor(private readonly host: Host) {}

  /** Plugs a machine credential in. */
  accept(kind: MachineCredential, mechanism: Mechanism): void {
    this.mechanisms.set(kind, mechanism);
  }

  /** Who calls this route, allowed to do so. 401 without valid credentials, 403 without the right. */
  async admit(route: Pick<Route, 'access'>, req: Request, ipaddress: string): Promise<Actor> {
    const { access } = route;
    if (access === 'open') return ANONYMOUS;
    const actor = typeof access === 'object' && 'machine' in access ? await this.machine(access.machine, req, ipaddress) : await this.person(req, ipaddress);
    authorise(actor, access);
    return actor;
  }

  /** A login token, a personal token or a service token; anonymous when nothing is shown. */
  async person(req: Request, ipaddress: string): Promise<Actor> {
    const bearer = bearerOf(req);
    if (bearer !== undefined) {
      if (looksLikeApiToken(bearer)) return tokenActor(this.host.db, this.host.clock, bearer, ipaddress);
      return this.loginActor(bearer);
    }
    const key = req.headers.get('x-api-key');
    if (key === null) return ANONYMOUS;
    return this.keyActor(key, ipaddress);
  }

  private async loginActor(token: string): Promise<Actor> {
    const claims = await verifyLogin(this.host.secrets, this.host.clock, 'access', token);
    const actor = this.host.db.read((reader) => userActor(reader, claims.userid, claims.epoch));
    if (!actor) throw signInAgain();
    return actor;
  }

  private async machine(kinds: readonly MachineCredential[], req: Request, ipaddress: string): Promise<Actor> {
    for (const kind of kinds) {
      const actor = this.mechanisms.get(kind)?.(req, ipaddress);
      if (actor) return actor;
    }
    const password = basicPassword(req);
    if (password !== undefined && kinds.includes('collector')) return this.keyActor(password, ipaddress);
    return this.person(req, ipaddress);
  }

  private keyActor(key: string, ipaddress: string): Actor {
    if (looksLikeApiToken(key)) return tokenActor(this.host.db, this.host.clock, key, ipaddress);
    const known = this.host.config.collectorKey;
    if (known && sameText(key, known)) {
      return { kind: 'collector', userid: null, name: 'collector key', isadmin: false, permissions: new Set(['collector.ingest']) };
    }
    throw new AppError('UNAUTHORIZED', 'This key is not valid.');
  }
}

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
    if (!actor.isadmin && !byScope && !wanted.some((permission) => actor.permissions.has(permission))) throw forbidden();
  }
}

function isMachine(actor: Actor, kinds: readonly MachineCredential[]): boolean {
  if (actor.kind === 'agent' || actor.kind === 'kiosk' || actor.kind === 'allowlist') return kinds.includes(actor.kind);
  return kinds.includes('collector') && actor.permissions.has('collector.ingest');
}

export function bearerOf(req: Request): string | undefined {
  const header = req.headers.get('authorization');
  return header ? /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? (header.toLowerCase().startsWith('basic ') ? undefined : '') : undefined;
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
