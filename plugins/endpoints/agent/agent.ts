import { errorMessageOf } from '../../../src/kit/error-message.ts';
import { version } from '../../../src/kit/version.ts';
import type { AgentContext } from './agent-context.ts';
import { Alerts } from './alerts.ts';
import { BackOff } from './back-off.ts';
import type { ApplianceRequest, ApplianceResponse } from './connection.ts';
import { EnforcementClock } from './enforce/clock.ts';
import { Identity } from './identity.ts';
import { Mutex } from './mutex.ts';
import { checkInOrders } from './orders.ts';
import { performCommand, receivedCommand, sendInventory } from './perform.ts';
import { SpooledReportSender } from './reports.ts';
import { ServerRefusedError } from './server-refused-error.ts';
import { Spool } from './spool.ts';
import type { AgentState, StateFile } from './state.ts';
import { type AgentTime, StoppableTimer } from './stoppable-timer.ts';
import { findLoggedInUser, listAddresses, readOperatingSystem, readUptimeSeconds } from './this-pc.ts';

const HOLD_SECONDS = 25;
const POLL_MS = 40_000;
/** Polls that come back at once are not asked again at once. */
const LEAST_IDLE_MS = 5000;
/** A server that has just begun hears the polls first, and what else there is within so long. */
const ALONGSIDE_MS = 10_000;
const REPORTS_MS = 5000;
/** A PC that is kept from enrolling asks so often whether it still is. */
const STILL_BLOCKED_MS = 60_000;
/** Whether enforcement is due is looked at so often. */
const CLOCK_MS = 5000;
const INVENTORY_MS = 12 * 3600 * 1000;

type Say = (line: string) => void;

interface Extras {
  /** Hears of each check-in that the server took. */
  heard?(): void;
  clock?: EnforcementClock;
  /** Where a Linux PC keeps the sessions of its people. */
  sessions?: string;
  /** The time by which it waits; default that of the machine. */
  time?: AgentTime;
}

/** The agent of one PC: enrolls, checks in, waits for commands and does them. */
export class Agent {
  private readonly me: Identity;
  private readonly waiting: StoppableTimer;
  private readonly alerts: Alerts;
  private readonly heard: () => void;
  private readonly clock: EnforcementClock;
  private nextSeconds = 60;
  /** Undefined until the server has said it. */
  private alertSeconds: number | undefined;
  private returnSeconds = 0;
  private inventoryAt = 0;
  /** Whether the server lets this PC look by itself after what is published for it. */
  private enforces = false;

  constructor(
    state: AgentState,
    private readonly file: StateFile,
    private readonly say: Say,
    { heard = () => undefined, clock = new EnforcementClock(), sessions, time }: Extras = {},
  ) {
    this.waiting = new StoppableTimer(time);
    this.heard = heard;
    this.clock = clock;
    this.me = new Identity(state, file, say);
    this.alerts = new Alerts({
      ask: (path, asking) => this.request(path, asking),
      readState: () => this.me.state,
      saveState: (change) => this.me.save(change),
      say,
      stopSignal: this.waiting.signal,
      sessions,
    });
  }

  stop(): void {
    this.waiting.end();
    this.me.connection.close();
  }

  get isStopped(): boolean {
    return this.waiting.isEnded;
  }

  /** One call for a credential; answers what the server said. */
  enroll = (): Promise<string> => this.me.enroll();

  /** After a pause until it is stopped: whatever goes wrong is tried again, later and later. */
  async run(pauseMs = 0): Promise<void> {
    await this.waiting.sleep(pauseMs);
    await Promise.all([
      this.sendReports(),
      this.duty(
        () => this.poll(),
        () => 0,
      ),
      this.duty(
        () => this.checkIn(),
        () => this.nextSeconds * 1000,
        ALONGSIDE_MS,
      ),
      this.duty(
        async () => this.alertSeconds && (await this.alerts.showCurrent()),
        () => (this.alertSeconds ?? 1) * 1000,
        ALONGSIDE_MS,
      ),
      this.duty(
        () => this.enforceByClock(),
        () => Math.max(this.clock.restMs, CLOCK_MS),
        ALONGSIDE_MS,
      ),
    ]);
  }

  /** What people report is sent where there is a place for it; without one the rest goes on. */
  private async sendReports(): Promise<void> {
    const spool = new Spool(this.file.spool);
    try {
      spool.open();
    } catch (cause) {
      this.say(errorMessageOf(cause));
      return;
    }
    const reports = new SpooledReportSender(spool, {
      ask: (path, asking) => this.request(path, asking),
      say: this.say,
    });
    await this.duty(
      () => reports.send(),
      () => REPORTS_MS,
      ALONGSIDE_MS,
    );
  }

  /** Does one thing again and again, each time after a pause. `aside` lets what is less urgent come after the rest. */
  private async duty(work: () => Promise<unknown>, pause: () => number, aside = 0): Promise<void> {
    const backOff = this.backOff();
    while (!this.isStopped) {
      try {
        await this.waiting.waitUntilAllowed(aside);
        await this.credential();
        await work();
        backOff.reset();
        await this.waiting.sleep(pause());
      } catch (cause) {
        await this.afterFailure(cause, backOff);
      }
    }
  }

  private backOff = () => new BackOff(Math.random, () => this.returnSeconds + Math.random());

  private async afterFailure(cause: unknown, backOff: BackOff): Promise<void> {
    if (this.isStopped) return;
    this.say(errorMessageOf(cause));
    const isRefused = cause instanceof ServerRefusedError;
    await this.waiting.sleep(
      isRefused && cause.isEnded ? 500 : backOff.next(isRefused ? cause.answer.retryAfter : 0),
    );
  }

  private enrolling: Promise<void> | undefined;
  private askAgainAt = 0;

  /** Settles once there is a credential, or the shared key has to do: one of those who want it asks for it. */
  private credential(): Promise<void> {
    const isServed = this.me.isOnSharedKey && performance.now() < this.askAgainAt;
    if (this.me.state.credential || isServed) return Promise.resolve();
    this.enrolling ??= this.untilEnrolled().finally(() => {
      this.enrolling = undefined;
    });
    return this.enrolling;
  }

  private async untilEnrolled(): Promise<void> {
    const backOff = this.backOff();
    while (!this.isStopped) {
      try {
        const wasKnown = this.me.isOnSharedKey;
        const told = await this.me.enroll();
        if (this.me.state.credential) return;
        if (!wasKnown) this.say(`not enrolled yet: ${told}`);
        if (this.me.isOnSharedKey) {
          this.askAgainAt = performance.now() + STILL_BLOCKED_MS;
          return;
        }
        await this.waiting.sleep(backOff.next());
      } catch (cause) {
        await this.afterFailure(cause, backOff);
      }
    }
  }

  private async checkIn(): Promise<void> {
    const { osname, osversion } = await readOperatingSystem();
    const answer = await this.request('/endpoints/checkin', {
      method: 'POST',
      body: {
        agentversion: version,
        osversion: `${osname} (${osversion})`,
        uptimeseconds: readUptimeSeconds(),
        loggedinuser: (await findLoggedInUser()) ?? null,
        ipaddresses: listAddresses().ipaddresses,
        servertrust: { pinned: this.me.state.pins.length > 0, spkipin: this.me.state.pins[0] ?? null },
      },
    });
    const orders = checkInOrders.parse(answer.data);
    this.heard();
    this.nextSeconds = orders.nextseconds ?? orders.pollseconds;
    this.returnSeconds = orders.returnseconds;
    this.alertSeconds = orders.alertseconds;
    this.enforces = orders.enforces;
    // What the server that is trusted announces is trusted from now on: so it can change its key.
    if (orders.serverpins.length > 0 && orders.serverpins.join() !== this.me.state.pins.join())
      this.me.save({ pins: orders.serverpins });
    if (Date.now() - this.inventoryAt < INVENTORY_MS) return;
    const { status, output } = await sendInventory(this.means());
    if (status === 'failed') throw new Error(`The inventory was not taken: ${output}`);
    this.inventoryAt = Date.now();
  }

  private async enforceByClock(): Promise<void> {
    if (!this.enforces || this.clock.restMs > 0) return;
    // It may be long ago that the PC was not held.
    await this.checkIn();
    if (!this.enforces) return;
    const { changed, failed } = await this.clock.run(this.means());
    if (failed.length > 0) this.say(`enforcement failed: ${failed.join(', ')}`);
    if (changed.length === 0) return;
    this.say(`enforced: ${changed.join(', ')}`);
    // With this check-in, or with the next one that comes through.
    this.inventoryAt = 0;
    await this.checkIn();
  }

  private async poll(): Promise<void> {
    const began = performance.now();
    const answer = await this.request(`/endpoints/commands/next?wait=${HOLD_SECONDS}`, { ms: POLL_MS });
    if (answer.status === 204) {
      // The server says when this PC is to come again where all would come at once, above all when it ends.
      if (answer.retryAfter > 0) this.waiting.pauseRequests(answer.retryAfter);
      else await this.waiting.sleep(LEAST_IDLE_MS - (performance.now() - began));
      return;
    }
    const { data: asked } = receivedCommand.safeParse(answer.data);
    if (!asked) throw new Error('What the server sent is no command that this agent understands.');
    this.say(`command ${asked.commandid}: ${asked.action}`);
    const outcome = await performCommand(asked, this.means());
    await this.report(asked.commandid, outcome);
    if (this.isRestarting) this.stop();
  }

  /** A result is sent until it is taken, or refused for good. */
  private async report(commandid: number, outcome: unknown): Promise<void> {
    const backOff = this.backOff();
    while (!this.isStopped) {
      try {
        await this.request(`/endpoints/commands/${commandid}/result`, { method: 'POST', body: outcome });
        return;
      } catch (cause) {
        this.say(`the result of command ${commandid}: ${errorMessageOf(cause)}`);
        if (cause instanceof ServerRefusedError && (cause.isFinal || cause.isEnded)) return;
        await this.waiting.sleep(
          backOff.next(cause instanceof ServerRefusedError ? cause.answer.retryAfter : 0),
        );
      }
    }
  }

  /** Whether it ended to begin anew. */
  isRestarting = false;
  private readonly notkept = new Set<string>();
  private readonly enforcing = new Mutex();

  private means(): AgentContext {
    return {
      connection: this.me.connection,
      headers: () => this.me.headers(),
      named: (path) => this.me.withHostname(path),
      sharedkey: this.me.state.sharedkey,
      notkept: this.notkept,
      work: this.file.work,
      enforcing: this.enforcing,
      isEnding: () => this.isStopped,
      applied: this.me.applied,
      restartSoon: () => {
        this.isRestarting = true;
      },
    };
  }

  private request = (path: string, asking: ApplianceRequest = {}): Promise<ApplianceResponse> =>
    this.me.request(path, { ...asking, signal: this.waiting.signal });
}
