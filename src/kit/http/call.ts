import type { Wire } from '#runtime';
import { type Actor, ANONYMOUS, mayUndo } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Audited, WriteContext } from '../data/tx.ts';
import { AppError } from '../errors.ts';
import { type Account, TURN_MS, Turn } from '../give-way.ts';
import type { Log } from '../log.ts';
import { type Access, permissionsOf } from './access.ts';
import { clientAddress, isForwarded, isLoopback } from './client-address.ts';
import { refuseTwoHosts } from './one-host.ts';
import type { RequestIds } from './request-id.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestMeter } from './request-meter.ts';
import type { WorkLimit } from './work-limit.ts';

/** What answering a request needs of the application. */
export interface Surroundings {
  clock: Clock;
  log: Log;
  requests: RequestLog;
  meter: RequestMeter;
  ids: RequestIds;
  transport: Wire;
  trustedProxies: number;
  /** Undefined when all is on the disk; otherwise settles once it is, and rejects when it cannot be. */
  settled(): Promise<void> | undefined;
  /** Whether a boolean setting is on. */
  isOn(setting: string): boolean;
  /** The keys of answers that the caller is not shown. */
  hidden(actor: Actor): ReadonlySet<string>;
  /** 403 for a write that a page of another site sends. */
  checkOrigin(req: Request): Promise<void> | undefined;
  /** What strangers may cost. */
  work: WorkLimit;
  /** Whether the caller shows a credential that some route takes. */
  isKnown(req: Request, address: () => string): Promise<boolean>;
  /** Who calls, allowed to do so: 401 without valid credentials, 403 without the right. */
  admit(access: Access, req: Request, address: () => string): Promise<Actor>;
}

/** What of a route's words decides who may call it, and when. */
interface Judged {
  access: Access;
  status?: number;
  whileon?: string;
  signsin?: true;
}

/** Where no route is, and where one is that is switched off. */
export const nothingHere = () => new AppError('NOT_FOUND', 'There is nothing at this address.');

/** One request as its handler sees it beside its parameters, query and body: authenticated and authorised. */
export class Call {
  readonly requestid: string;
  /** Milliseconds on the clock that only goes forward. */
  readonly began = performance.now();
  /** Extra response headers. */
  readonly headers: Record<string, string> = {};
  actor: Actor = ANONYMOUS;
  /** What a stranger's work is put down to. */
  account: Account | undefined;
  /** What the route says of itself, once it is found. */
  words: Judged | undefined;
  private admitted = false;
  private known: string | undefined;
  private writes: WriteContext | undefined;
  private audit: Audited | undefined;

  constructor(
    readonly around: Surroundings,
    readonly req: Request,
  ) {
    this.requestid = around.ids.of(req);
  }

  /** Authenticates and authorises the caller, once. */
  async admit(words: Judged): Promise<void> {
    if (this.admitted) return;
    this.words = words;
    // The loop is at work for this caller now, and for nobody before him.
    this.around.work.stop();
    refuseTwoHosts(this.req);
    if (words.whileon !== undefined && !this.around.isOn(words.whileon)) throw nothingHere();
    const checking = this.around.checkOrigin(this.req);
    if (checking) await checking;
    this.actor = await this.around.admit(words.access, this.req, () => this.address());
    if (this.actor.kind === 'anonymous' && !words.signsin) await this.admitStranger();
    this.admitted = true;
  }

  /** Nobody is counted who shows who he is, where the route does not look at it either. */
  private async admitStranger(): Promise<void> {
    const address = () => this.address();
    const account = this.around.work.accountOf(address);
    try {
      account.refuse();
      this.account = account;
      // The handler comes in this turn of the loop.
      account.begin();
    } catch (cause) {
      if (!(await this.around.isKnown(this.req, address))) throw cause;
    }
  }

  /** What was waited for is there: the loop is at work for a stranger again. Throws when he has used up his share meanwhile. */
  goOn(): void {
    this.account?.refuse();
    this.account?.begin();
  }

  /** The turn of work that takes several, put down to who asked for it. */
  turn(): Turn {
    return new Turn(TURN_MS, this.account);
  }

  /** The caller's address, worked out when somebody asks: most reads never do, and it is a good part of their cost. */
  address(): string {
    if (this.known === undefined) {
      const { transport, trustedProxies } = this.around;
      const forwarded = trustedProxies > 0 ? this.req.headers.get('x-forwarded-for') : null;
      this.known = clientAddress(transport.addressOf(this.req), forwarded, trustedProxies);
    }
    return this.known;
  }

  /** Whether a program on this very machine calls, and for nobody else. */
  isFromThisBox(): boolean {
    return isLoopback(this.around.transport.addressOf(this.req)) && !isForwarded(this.req.headers);
  }

  /** What the audit row of a change says of the caller. */
  get context(): WriteContext {
    this.writes ??= contextOf(this, (audit) => {
      this.audit = audit;
    });
    return this.writes;
  }

  /** The audit row of what was written, when this caller can take it back. */
  get undoable(): number | undefined {
    const { audit, actor } = this;
    return audit?.undoable && mayUndo(actor, audit.needs) ? audit.auditlogid : undefined;
  }

  /** Lets this request be held past the idle timeout: long polls and large transfers. */
  hold(): void {
    this.around.transport.hold(this.req);
  }
}

const contextOf = (call: Call, wrote: (audit: Audited) => void): WriteContext => ({
  wrote,
  needs: call.words && permissionsOf(call.words.access),
  actor: call.actor,
  requestid: call.requestid,
  get ipaddress() {
    return call.address();
  },
});
