import type { Transport } from '#runtime';
import { type Actor, ANONYMOUS, mayUndo } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { AuditRef, WriteContext } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type CpuAccount, TimeSlice } from '../time-slice.ts';
import { type Access, permissionsOf } from './access.ts';
import type { AccountName, AnonymousCpuLimit } from './anonymous-cpu-limit.ts';
import { type ReadJsonOptions, readJson } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { isForwarded, isLoopback, networkOf, resolveClientAddress } from './client-address.ts';
import type { Exports } from './exports.ts';
import { onLastByte } from './last-byte.ts';
import { refuseTwoHosts } from './one-host.ts';
import { refuseChangedActor } from './refuse-changed-actor.ts';
import type { RequestIds } from './request-id.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestMeter } from './request-meter.ts';
import { type Caller, waitForTurn } from './turn-account.ts';

/** The parts of the application that a request needs. */
export interface ServerContext {
  clock: Clock;
  log: Log;
  requests: RequestLog;
  meter: RequestMeter;
  ids: RequestIds;
  transport: Transport;
  trustedProxies: number;
  /**
   * Returns a promise that resolves once all writes so far are durable and rejects when the commit fails.
   * Returns undefined when no write waits for a commit.
   */
  settled(): Promise<void> | undefined;
  /** Reports whether a boolean setting is on. */
  isOn(setting: string): boolean;
  /** Returns the keys that are removed from responses to this caller. */
  redactedKeys(actor: Actor): ReadonlySet<string>;
  /** Throws 403 for a write sent by a page of another site. */
  checkOrigin(req: Request): Promise<void> | undefined;
  /** The CPU accounts of callers. */
  work: AnonymousCpuLimit;
  /** The limits for the bodies of callers. */
  bodies: BodyBudget;
  /** The documents that are read while they are sent. */
  exports: Exports;
  /** Reports whether the request has a valid credential for any route. */
  isKnown(req: Request, address: () => string): Promise<boolean>;
  /**
   * Returns the authenticated and authorized caller. Throws 401 for an invalid credential, or for an
   * anonymous caller whom the route does not accept, and 403 without the permission. `asof` is the time at
   * which a credential must be valid.
   */
  authorizeRequest(access: Access, req: Request, address: () => string, asof?: Date): Promise<Actor>;
}

/** The options of a route that decide which callers may use it, and when. */
interface AccessOptions {
  access: Access;
  status?: number;
  enabledBy?: string;
  atonce?: true;
}

/** The time in milliseconds for which an authorization is not checked again. */
const ACCESS_VALID_MS = 100;

/** Returns the 404 error for an unknown route and for a route that is switched off. */
export const routeNotFoundError = () => new AppError('NOT_FOUND', 'This address does not exist.');

/**
 * A request as its handler sees it, beside its parameters, query and body. It is authenticated and
 * authorized.
 */
export class Call implements Caller {
  readonly requestid: string;
  /** The start of the request in milliseconds of the monotonic clock. */
  readonly began = performance.now();
  /** True when the response is 202, because the work continues after it. */
  isAccepted = false;
  /** Extra response headers. */
  readonly headers: Record<string, string> = {};
  actor: Actor = ANONYMOUS;
  /** The account to which the caller's work is charged. */
  account: CpuAccount | undefined;
  /** The options of the route, once the route is found. */
  routeOptions: AccessOptions | undefined;
  /** The time of the last authorization in milliseconds of the monotonic clock; 0 before the first. */
  private admittedAt = 0;
  private begunAt: Date | undefined;
  private clientAddress: string | undefined;
  private writes: WriteContext | undefined;
  private audit: AuditRef | undefined;
  /** True when any signed-in user may write on the route and the caller is no admin. Set by `readBody`. */
  private isOwn = false;

  constructor(
    readonly server: ServerContext,
    readonly req: Request,
  ) {
    this.requestid = server.ids.of(req);
  }

  /**
   * Authenticates and authorizes the caller, once. Throws 400 for two Host headers, 404 while the route is
   * switched off, and 403 for a write from another site. Throws 401 or 403 without access, and 429 when the
   * caller's share of the event loop is exhausted.
   */
  async authorize(options: AccessOptions): Promise<void> {
    if (this.admittedAt > 0) return;
    this.routeOptions = options;
    const turn = this.server.transport.turnOf(this.req);
    if (turn) await turn;
    // The event loop works for this caller from here on, so the account of the previous caller stops.
    this.server.work.stop();
    refuseTwoHosts(this.req);
    this.refuseOff();
    const checking = this.server.checkOrigin(this.req);
    if (checking) await checking;
    this.actor = await this.server.authorizeRequest(options.access, this.req, () => this.address());
    if (this.actor.kind !== 'anonymous')
      await this.takeTurn(this.server.work.accountOf(accountName(this.actor), this));
    else if (!options.atonce) await this.admitAnonymous();
    this.admittedAt = performance.now();
    if (this.req.method !== 'GET') this.expectBody();
  }

  /** Throws 404 while the feature of the route is switched off. */
  private refuseOff(): void {
    const { enabledBy } = this.routeOptions!;
    if (enabledBy !== undefined && !this.server.isOn(enabledBy)) throw routeNotFoundError();
  }

  /** Prepares for a body that may take long to arrive. Access is checked again at its last byte. */
  private expectBody(): void {
    this.begunAt = this.server.clock.now();
    onLastByte(this.req, () => this.resumeAccounting());
  }

  /**
   * Starts a request for the pages of the UI, which are available to all callers without a limit on their
   * total time. Throws 429 while 500 requests of the network wait, and 400 when the caller disconnects.
   */
  async beginPage(): Promise<void> {
    await this.server.transport.turnOf(this.req);
    await this.takeTurn(this.server.work.visitorAccount(this));
  }

  /**
   * Waits for a share of the event loop for anonymous callers. If the account of the address is exhausted, a
   * caller with a valid credential still gets a share, although the route ignores the credential.
   */
  private async admitAnonymous(): Promise<void> {
    const { work, isKnown } = this.server;
    try {
      await this.takeTurn(work.anonymousAccount(this));
    } catch (cause) {
      if (!(await isKnown(this.req, () => this.address()))) throw cause;
      await this.takeTurn(work.urgentAccount(this));
    }
  }

  private async takeTurn(account: CpuAccount): Promise<void> {
    await waitForTurn(account);
    this.account = account;
    // The handler runs in this turn of the event loop.
    account.begin();
  }

  /**
   * Returns the JSON body. It is parsed in a turn of the event loop in which the caller has a share. Throws
   * the errors of `readJson`, and 429.
   */
  async readBody(
    limit: number,
    reading: Pick<ReadJsonOptions, 'toolarge' | 'byAnonymous'>,
  ): Promise<unknown> {
    const { req, actor, routeOptions } = this;
    const { bodies } = this.server;
    const bytes = Math.min(readDeclaredBytes(req.headers) ?? limit, limit);
    this.isOwn = isOwn(routeOptions!.access) && !actor.isadmin;
    if (this.isOwn) bodies.checkOwn(accountName(actor));
    return bodies.within(this.accountName, bytes, (hurry) => readJson(req, limit, { ...reading, hurry }));
  }

  /**
   * Continues the request after an await: checks the access again and waits for a share of this turn of the
   * event loop. Throws the errors of `recheckAccess`, and 429.
   */
  async resumeAccounting(): Promise<void> {
    await this.recheckAccess();
    await this.takeTurn(this.account ?? this.server.work.urgentAccount(this));
  }

  /**
   * Checks the access again, because it may have changed during a slow step such as receiving the body. Does
   * nothing within 100 ms of the last check. Throws 404, 401 or 403 like `authorize`.
   */
  async recheckAccess(): Promise<void> {
    if (performance.now() - this.admittedAt < ACCESS_VALID_MS) return;
    this.refuseOff();
    const now = await this.server.authorizeRequest(
      this.routeOptions!.access,
      this.req,
      () => this.address(),
      this.begunAt,
    );
    refuseChangedActor(this.actor, now);
    this.admittedAt = performance.now();
  }

  /** Resolves when a document may be read while it is sent. Returns the function that ends it. */
  beginDocument(): Promise<() => void> {
    return this.server.exports.enter(
      this.accountName,
      this.actor.kind === 'anonymous',
      this.disconnectSignal(),
    );
  }

  /**
   * The name under which limits count the caller. A key that many machines share counts separately for each
   * network.
   */
  get accountName(): AccountName {
    const { actor } = this;
    if (actor.kind === 'anonymous') return networkOf(this.address());
    return actor.isshared ? `${accountName(actor)} ${networkOf(this.address())}` : accountName(actor);
  }

  /** Returns the time slices of long work, charged to the caller. */
  createTimeSlice(): TimeSlice {
    return new TimeSlice(this.account);
  }

  /**
   * Returns the address of the caller. It is determined on demand: many reads never need it, and it is a
   * considerable part of their cost.
   */
  address(): string {
    if (this.clientAddress === undefined) {
      const { transport, trustedProxies } = this.server;
      const forwarded = trustedProxies > 0 ? this.req.headers.get('x-forwarded-for') : null;
      this.clientAddress = resolveClientAddress(transport.addressOf(this.req), forwarded, trustedProxies);
    }
    return this.clientAddress;
  }

  disconnectSignal(): AbortSignal {
    return this.req.signal;
  }

  /** Reports whether a program on this server calls directly, without a proxy. */
  isFromThisServer(): boolean {
    return isLoopback(this.server.transport.addressOf(this.req)) && !isForwarded(this.req.headers);
  }

  /** The caller as the audit row of a change records it. */
  get context(): WriteContext {
    this.writes ??= contextOf(
      this,
      () => this.patient,
      (audit) => {
        this.audit = audit;
        if (this.isOwn) this.server.bodies.addOwn(accountName(this.actor), audit.length);
      },
    );
    return this.writes;
  }

  /** The account of the caller for work that continues after it disconnects. */
  private get patient(): CpuAccount {
    const { work } = this.server;
    const stays = { address: () => this.address(), disconnectSignal: () => undefined };
    return this.actor.kind === 'anonymous'
      ? work.anonymousAccount(stays)
      : work.accountOf(accountName(this.actor), stays);
  }

  /** The ID of the audit row of this request, if the caller may undo it. */
  get undoable(): number | undefined {
    const { audit, actor } = this;
    return audit?.undoable && mayUndo(actor, audit.needs) ? audit.auditlogid : undefined;
  }

  /** Sets the status 202, on a route that declares `mayaccept`. */
  accept(): void {
    this.isAccepted = true;
  }

  /** Exempts this request from the idle timeout, for long polls and large transfers. */
  disableIdleTimeout(): void {
    this.server.transport.disableIdleTimeout(this.req);
  }
}

/** Returns the declared length of the body: undefined if unknown, 0 if there is no body. */
function readDeclaredBytes(headers: Headers): number | undefined {
  const length = headers.get('content-length');
  if (length !== null) return Number(length);
  return headers.has('transfer-encoding') ? undefined : 0;
}

/** Reports whether any signed-in user may write without a permission. */
const isOwn = (access: Access): boolean => access === 'login' || access === 'session';

/** Returns the name of the account. All tokens of a user share the user's account. */
const accountName = ({ kind, userid, tokenid, name }: Actor): AccountName =>
  userid ?? `${kind} ${tokenid ?? name}`;

const contextOf = (
  call: Call,
  account: () => CpuAccount,
  onAuditWritten: (audit: AuditRef) => void,
): WriteContext => ({
  onAuditWritten,
  get account() {
    return account();
  },
  recheckAccess: () => call.recheckAccess(),
  needs: call.routeOptions && permissionsOf(call.routeOptions.access),
  actor: call.actor,
  requestid: call.requestid,
  get ipaddress() {
    return call.address();
  },
});
