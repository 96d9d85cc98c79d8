import { errorMessageOf } from '../../../src/kit/error-message.ts';
import { SerialQueue } from '../../../src/kit/serial-queue.ts';
import { version } from '../../../src/kit/version.ts';
import type { AgentContext } from './agent-context.ts';
import { Alerts } from './alerts.ts';
import { BackOff } from './back-off.ts';
import type { ApplianceRequest, ApplianceResponse } from './connection.ts';
import { EnforcementClock } from './enforce/clock.ts';
import { Identity } from './identity.ts';
import { checkInOrders } from './orders.ts';
import { performCommand, receivedCommand, sendInventory } from './perform.ts';
import { SpooledReportSender } from './reports.ts';
import { ServerRefusedError } from './server-refused-error.ts';
import { Spool } from './spool.ts';
import type { AgentState, StateFile } from './state.ts';
import { type AgentTime, StoppableTimer } from './stoppable-timer.ts';
import {
  findLoggedInUser,
  formatOperatingSystem,
  listAddresses,
  readOperatingSystem,
  readUptimeSeconds,
} from './this-pc.ts';

const HOLD_SECONDS = 25;
const POLL_MS = 40_000;
/** Minimum milliseconds between polls when the server returns them at once. */
const LEAST_IDLE_MS = 5000;
/** Milliseconds over which other requests are spread after a server restart. Polls come first. */
const ALONGSIDE_MS = 10_000;
const REPORTS_MS = 5000;
/** Milliseconds between the enrollment calls of a blocked PC that uses the shared key. */
const STILL_BLOCKED_MS = 60_000;
/** Milliseconds between checks whether enforcement is due. */
const CLOCK_MS = 5000;
const INVENTORY_MS = 12 * 3600 * 1000;

type WriteLine = (line: string) => void;

interface Extras {
  /** Called after each check-in that the server accepted. */
  heard?(): void;
  clock?: EnforcementClock;
  /** Folder of the user sessions on a Linux PC. */
  sessions?: string;
  /** Time source for waits. The default is the clock of the machine. */
  time?: AgentTime;
}

/** The agent of one PC. It enrolls, checks in, waits for commands and runs them. */
export class Agent {
  private readonly me: Identity;
  private readonly waiting: StoppableTimer;
  private readonly alerts: Alerts;
  private readonly heard: () => void;
  private readonly clock: EnforcementClock;
  private nextSeconds = 60;
  /** Seconds between requests for alerts; undefined until the server has sent the number. */
  private alertSeconds: number | undefined;
  /** Seconds that the server has assigned for the first call after a connection loss, or 0 without any. */
  private returnSeconds = 0;
  private inventoryAt = 0;
  /** True when the server lets this PC run enforcement on its own schedule. */
  private enforces = false;

  constructor(
    state: AgentState,
    private readonly file: StateFile,
    private readonly writeLine: WriteLine,
    { heard = () => undefined, clock = new EnforcementClock(), sessions, time }: Extras = {},
  ) {
    this.waiting = new StoppableTimer(time);
    this.heard = heard;
    this.clock = clock;
    this.me = new Identity(state, file, writeLine);
    this.alerts = new Alerts({
      ask: (path, options) => this.request(path, options),
      readState: () => this.me.state,
      saveState: (change) => this.me.save(change),
      writeLine,
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

  /**
   * Makes one enrollment call, stores the result and returns the state that the server reports. Throws when
   * the call fails.
   */
  enroll = (): Promise<string> => this.me.enroll();

  /**
   * Runs the agent after a pause until it is stopped. After a failed request it waits as `BackOff` says, and
   * tries again.
   */
  async run(pauseMs = 0): Promise<void> {
    await this.waiting.sleep(pauseMs);
    await Promise.all([
      this.sendReports(),
      this.runInLoop(
        () => this.poll(),
        () => 0,
      ),
      this.runInLoop(
        () => this.checkIn(),
        () => this.nextSeconds * 1000,
        ALONGSIDE_MS,
      ),
      this.runInLoop(
        async () => this.alertSeconds && (await this.alerts.showCurrent()),
        () => (this.alertSeconds ?? 1) * 1000,
        ALONGSIDE_MS,
      ),
      this.runInLoop(
        () => this.enforceByClock(),
        () => Math.max(this.clock.restMs, CLOCK_MS),
        ALONGSIDE_MS,
      ),
    ]);
  }

  /** Sends user reports if the spool can be opened. Otherwise the agent runs without reports. */
  private async sendReports(): Promise<void> {
    const spool = new Spool(this.file.spool);
    try {
      spool.open();
    } catch (cause) {
      this.writeLine(errorMessageOf(cause));
      return;
    }
    const reports = new SpooledReportSender(spool, {
      ask: (path, options) => this.request(path, options),
      writeLine: this.writeLine,
    });
    await this.runInLoop(
      () => reports.send(),
      () => REPORTS_MS,
      ALONGSIDE_MS,
    );
  }

  /**
   * Repeats one task with a pause after each run. After a quiet period, a task with `aside` starts up to that
   * many milliseconds later, so that urgent tasks come first.
   */
  private async runInLoop(work: () => Promise<unknown>, pause: () => number, aside = 0): Promise<void> {
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

  /** A random part of a second spreads the PCs that have the same return time. */
  private backOff = () =>
    new BackOff(Math.random, () => this.returnSeconds && this.returnSeconds + Math.random());

  private async afterFailure(cause: unknown, backOff: BackOff): Promise<void> {
    if (this.isStopped) return;
    this.writeLine(errorMessageOf(cause));
    const isRefused = cause instanceof ServerRefusedError;
    await this.waiting.sleep(
      isRefused && cause.isEnded ? 500 : backOff.next(isRefused ? cause.answer.retryAfter : 0),
    );
  }

  private enrolling: Promise<void> | undefined;
  private askAgainAt = 0;

  /**
   * Resolves once there is a credential, or once the shared key has to suffice. Concurrent callers share one
   * enrollment.
   */
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
        const state = await this.me.enroll();
        if (this.me.state.credential) return;
        if (!wasKnown) this.writeLine(`not enrolled yet: ${state}`);
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
    const answer = await this.request('/endpoints/checkin', {
      method: 'POST',
      body: {
        agentversion: version,
        osversion: formatOperatingSystem(await readOperatingSystem()),
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
    // The agent trusts the pins that its trusted server announces. This lets the server change its key.
    if (orders.serverpins.length > 0 && orders.serverpins.join() !== this.me.state.pins.join())
      this.me.save({ pins: orders.serverpins });
    if (Date.now() - this.inventoryAt < INVENTORY_MS) return;
    const { status, output } = await sendInventory(this.createContext());
    if (status === 'failed') throw new Error(`The appliance did not accept the inventory: ${output}`);
    this.inventoryAt = Date.now();
  }

  private async enforceByClock(): Promise<void> {
    if (!this.enforces || this.clock.restMs > 0) return;
    // The last check-in may be old, and the PC may have been locked since then.
    await this.checkIn();
    if (!this.enforces) return;
    const { changed, failed } = await this.clock.run(this.createContext());
    if (failed.length > 0) this.writeLine(`enforcement failed: ${failed.join(', ')}`);
    if (changed.length === 0) return;
    this.writeLine(`enforced: ${changed.join(', ')}`);
    // The next check-in that succeeds sends the inventory.
    this.inventoryAt = 0;
    await this.checkIn();
  }

  private async poll(): Promise<void> {
    const began = performance.now();
    const answer = await this.request(`/endpoints/commands/next?wait=${HOLD_SECONDS}`, { ms: POLL_MS });
    if (answer.status === 204) {
      // `Retry-After` spreads PCs that would all return at once, above all when the server stops.
      if (answer.retryAfter > 0) this.waiting.pauseRequests(answer.retryAfter);
      else await this.waiting.sleep(LEAST_IDLE_MS - (performance.now() - began));
      return;
    }
    const { data: command } = receivedCommand.safeParse(answer.data);
    if (!command) throw new Error('The appliance sent a command that this agent version does not support.');
    this.writeLine(`command ${command.commandid}: ${command.action}`);
    const outcome = await performCommand(command, this.createContext());
    await this.report(command.commandid, outcome);
    if (this.isRestarting) this.stop();
  }

  /**
   * Sends a result until the server accepts it or rejects it for good, or the credential is revoked, or the
   * agent stops.
   */
  private async report(commandid: number, outcome: unknown): Promise<void> {
    const backOff = this.backOff();
    while (!this.isStopped) {
      try {
        await this.request(`/endpoints/commands/${commandid}/result`, { method: 'POST', body: outcome });
        return;
      } catch (cause) {
        this.writeLine(`failed to send the result of command ${commandid}: ${errorMessageOf(cause)}`);
        if (cause instanceof ServerRefusedError && (cause.isFinal || cause.isEnded)) return;
        await this.waiting.sleep(
          backOff.next(cause instanceof ServerRefusedError ? cause.answer.retryAfter : 0),
        );
      }
    }
  }

  /** True when the agent stops in order to restart. */
  isRestarting = false;
  private readonly unsupportedReports = new Set<string>();
  private readonly enforcing = new SerialQueue();

  private createContext(): AgentContext {
    return {
      connection: this.me.connection,
      headers: () => this.me.headers(),
      named: (path) => this.me.withHostname(path),
      sharedkey: this.me.state.sharedkey,
      unsupportedReports: this.unsupportedReports,
      work: this.file.work,
      enforcing: this.enforcing,
      isEnding: () => this.isStopped,
      applied: this.me.applied,
      restartSoon: () => {
        this.isRestarting = true;
      },
    };
  }

  private request = (path: string, options: ApplianceRequest = {}): Promise<ApplianceResponse> =>
    this.me.request(path, { ...options, signal: this.waiting.signal });
}
