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

/** What answering a request needs of the application. */
export interface ServerContext {
  clock: Clock;
  log: Log;
  requests: RequestLog;
  meter: RequestMeter;
  ids: RequestIds;
  transport: Transport;
  trustedProxies: number;
  /** Undefined when all is on the disk; otherwise settles once it is, and rejects when it cannot be. */
  settled(): Promise<void> | undefined;
  /** Whether a boolean setting is on. */
  isOn(setting: string): boolean;
  /** The keys of answers that the caller is not shown. */
  hidden(actor: Actor): ReadonlySet<string>;
  /** 403 for a write that a page of another site sends. */
  checkOrigin(req: Request): Promise<void> | undefined;
  /** What callers may cost. */
  work: AnonymousCpuLimit;
  /** What their bodies may take. */
  bodies: BodyBudget;
  /** Documents that are read while they are sent. */
  exports: Exports;
  /** Whether the caller shows a credential that some route takes. */
  isKnown(req: Request, address: () => string): Promise<boolean>;
  /** Who calls, allowed to do so: 401 without valid credentials, 403 without the right; `asof` as a mechanism has it. */
  authorizeRequest(access: Access, req: Request, address: () => string, asof?: Date): Promise<Actor>;
}

/** What of a route's words decides who may call it, and when. */
interface Judged {
  access: Access;
  status?: number;
  enabledBy?: string;
  atonce?: true;
}

/** For so long what a caller may do is taken for granted, in milliseconds. */
const STANDS_MS = 100;

/** Where no route is, and where one is that is switched off. */
export const routeNotFoundError = () => new AppError('NOT_FOUND', 'There is nothing at this address.');

/** One request as its handler sees it beside its parameters, query and body: authenticated and authorised. */
export class Call implements Caller {
  readonly requestid: string;
  /** Milliseconds on the clock that only goes forward. */
  readonly began = performance.now();
  /** The response is 202: the work continues after it. */
  isAccepted = false;
  /** Extra response headers. */
  readonly headers: Record<string, string> = {};
  actor: Actor = ANONYMOUS;
  /** What the caller's work is put down to. */
  account: CpuAccount | undefined;
  /** What the route says of itself, once it is found. */
  routeOptions: Judged | undefined;
  /** When the caller was found to be who he is, on the clock that only goes forward; 0 before that. */
  private admittedAt = 0;
  private begunAt: Date | undefined;
  private known: string | undefined;
  private writes: WriteContext | undefined;
  private audit: AuditRef | undefined;
  /** Whether no permission is asked for what is written. */
  private isOwn = false;

  constructor(
    readonly server: ServerContext,
    readonly req: Request,
  ) {
    this.requestid = server.ids.of(req);
  }

  /** Authenticates and authorises the caller, once. */
  async authorize(words: Judged): Promise<void> {
    if (this.admittedAt > 0) return;
    this.routeOptions = words;
    const turn = this.server.transport.turnOf(this.req);
    if (turn) await turn;
    // The loop is at work for this caller now, and for nobody before him.
    this.server.work.stop();
    refuseTwoHosts(this.req);
    this.refuseOff();
    const checking = this.server.checkOrigin(this.req);
    if (checking) await checking;
    this.actor = await this.server.authorizeRequest(words.access, this.req, () => this.address());
    if (this.actor.kind !== 'anonymous')
      await this.takeTurn(this.server.work.accountOf(accountName(this.actor), this));
    else if (!words.atonce) await this.admitStranger();
    this.admittedAt = performance.now();
    if (this.req.method !== 'GET') this.expectBody();
  }

  /** Throws 404 while what the route belongs to is switched off. */
  private refuseOff(): void {
    const { enabledBy } = this.routeOptions!;
    if (enabledBy !== undefined && !this.server.isOn(enabledBy)) throw routeNotFoundError();
  }

  /** It may take its time to arrive. */
  private expectBody(): void {
    this.begunAt = this.server.clock.now();
    onLastByte(this.req, () => this.resumeAccounting());
  }

  /** For what everybody may have, and nobody is refused: the pages of the UI. */
  async visit(): Promise<void> {
    await this.server.transport.turnOf(this.req);
    await this.takeTurn(this.server.work.visitorAccount(this));
  }

  /** Nobody is refused who shows who he is, where the route does not look at it either. */
  private async admitStranger(): Promise<void> {
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
    // The handler comes in this turn of the loop.
    account.begin();
  }

  /** The JSON body, parsed in a turn of the loop that the caller has a part of. Throws as `readJson`, and 429. */
  async readBody(most: number, reading: Pick<ReadJsonOptions, 'toolarge' | 'byStranger'>): Promise<unknown> {
    const { req, actor, routeOptions } = this;
    const { bodies } = this.server;
    const bytes = Math.min(declaredBytes(req.headers) ?? most, most);
    this.isOwn = isOwn(routeOptions!.access) && !actor.isadmin;
    if (this.isOwn) bodies.checkOwn(accountName(actor));
    return bodies.within(this.accountName, bytes, (hurry) => readJson(req, most, { ...reading, hurry }));
  }

  /**
   * After something was waited for: the caller is who he was, and has a part of this turn of the loop. Throws as
   * admission does.
   */
  async resumeAccounting(): Promise<void> {
    await this.recheckAccess();
    await this.takeTurn(this.account ?? this.server.work.urgentAccount(this));
  }

  /** What the caller may do may change while something takes its time, such as his body. Throws as admission does. */
  async recheckAccess(): Promise<void> {
    if (performance.now() - this.admittedAt < STANDS_MS) return;
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

  /** Settles when a document may be read that is sent meanwhile; answers what ends it. */
  beginDocument(): Promise<() => void> {
    return this.server.exports.enter(this.accountName, this.actor.kind === 'anonymous', this.left());
  }

  /** By what the caller is told from others where something is shared out: one key of many machines counts for each network. */
  get accountName(): AccountName {
    const { actor } = this;
    if (actor.kind === 'anonymous') return networkOf(this.address());
    return actor.isshared ? `${accountName(actor)} ${networkOf(this.address())}` : accountName(actor);
  }

  /** The turn of work that takes several, put down to who asked for it. */
  turn(): TimeSlice {
    return new TimeSlice(this.account);
  }

  /** The caller's address, worked out when somebody asks: most reads never do, and it is a good part of their cost. */
  address(): string {
    if (this.known === undefined) {
      const { transport, trustedProxies } = this.server;
      const forwarded = trustedProxies > 0 ? this.req.headers.get('x-forwarded-for') : null;
      this.known = resolveClientAddress(transport.addressOf(this.req), forwarded, trustedProxies);
    }
    return this.known;
  }

  left(): AbortSignal {
    return this.req.signal;
  }

  /** Whether a program on this very machine calls, and for nobody else. */
  isFromThisServer(): boolean {
    return isLoopback(this.server.transport.addressOf(this.req)) && !isForwarded(this.req.headers);
  }

  /** What the audit row of a change says of the caller. */
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

  /** That of the caller for what goes on when he leaves. */
  private get patient(): CpuAccount {
    const { work } = this.server;
    const stays = { address: () => this.address(), left: () => undefined };
    return this.actor.kind === 'anonymous'
      ? work.anonymousAccount(stays)
      : work.accountOf(accountName(this.actor), stays);
  }

  /** The audit row of what was written, when this caller can take it back. */
  get undoable(): number | undefined {
    const { audit, actor } = this;
    return audit?.undoable && mayUndo(actor, audit.needs) ? audit.auditlogid : undefined;
  }

  /** Answers 202, on a route that declares `mayaccept`. */
  accept(): void {
    this.isAccepted = true;
  }

  /** Lets this request be held past the idle timeout: long polls and large transfers. */
  disableIdleTimeout(): void {
    this.server.transport.disableIdleTimeout(this.req);
  }
}

/** Undefined for a body that does not say how long it is; 0 where there is none. */
function declaredBytes(headers: Headers): number | undefined {
  const length = headers.get('content-length');
  if (length !== null) return Number(length);
  return headers.has('transfer-encoding') ? undefined : 0;
}

/** Where whoever has signed in may write, with no permission. */
const isOwn = (access: Access): boolean => access === 'login' || access === 'session';

/** A person has one share of a turn with all tokens. */
const accountName = ({ kind, userid, tokenid, name }: Actor): AccountName =>
  userid ?? `${kind} ${tokenid ?? name}`;

const contextOf = (
  call: Call,
  account: () => CpuAccount,
  wrote: (audit: AuditRef) => void,
): WriteContext => ({
  onAuditWritten: wrote,
  get account() {
    return account();
  },
  stillMay: () => call.recheckAccess(),
  needs: call.routeOptions && permissionsOf(call.routeOptions.access),
  actor: call.actor,
  requestid: call.requestid,
  get ipaddress() {
    return call.address();
  },
});
