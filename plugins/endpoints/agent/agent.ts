import { randomBytes } from 'node:crypto';
import { version } from '../../../src/kit/version.ts';
import { BackOff } from './back-off.ts';
import { type Answer, Connection } from './connection.ts';
import { type Command, type Means, perform, sendInventory } from './perform.ts';
import type { AgentState, StateFile } from './state.ts';
import { addresses, firmware, loggedInUser, operatingSystem, ownName, uptimeSeconds } from './this-pc.ts';

const HOLD_SECONDS = 25;
const POLL_MS = 40_000;
/** Polls that come back at once are not asked again at once. */
const LEAST_IDLE_MS = 5000;
const INVENTORY_MS = 12 * 3600 * 1000;

export const freshNonce = (): string => randomBytes(32).toString('hex');

type Say = (line: string) => void;

/** The agent of one PC: enrolls, checks in, waits for commands and does them. */
export class Agent {
  private readonly connection: Connection;
  private readonly backOff = new BackOff();
  private readonly ended = new AbortController();
  private pollSeconds = 60;
  private inventoryAt = 0;

  constructor(
    private state: AgentState,
    private readonly file: StateFile,
    private readonly say: Say,
    /** Hears of each check-in that the server took. */
    private readonly heard: () => void = () => undefined,
  ) {
    this.connection = new Connection(state.server, () => this.state.pins);
  }

  stop(): void {
    this.ended.abort();
    this.connection.close();
  }

  get isStopped(): boolean {
    return this.ended.signal.aborted;
  }

  /** One call for a credential; answers what the server said. */
  async enroll(): Promise<string> {
    const { serialnumber } = await firmware();
    const { osversion } = await operatingSystem();
    const { nonce, sharedkey } = this.state;
    const answer = await this.connection.ask('/endpoints/enroll', {
      method: 'POST',
      body: { hostname: ownName(), serialnumber, nonce, agentversion: version, osversion },
      headers: sharedkey ? { 'x-api-key': sharedkey } : {},
    });
    const told = wanted(answer) as { state: string; credential: string | null; assetid: number | null };
    if (told.credential) {
      this.keep({ credential: told.credential, assetid: told.assetid ?? undefined });
      this.say(`enrolled as asset ${told.assetid}`);
    }
    this.keep({ told: told.state });
    return told.state;
  }

  /** Until it is stopped: whatever goes wrong is tried again, later and later. */
  async run(): Promise<void> {
    const checkins = this.repeat(
      () => this.checkIn(),
      () => this.pollSeconds * 1000,
    );
    const polls = this.repeat(
      () => this.poll(),
      () => 0,
    );
    await Promise.all([checkins, polls]);
  }

  private async repeat(work: () => Promise<void>, pause: () => number): Promise<void> {
    while (!this.isStopped) {
      try {
        if (!this.state.credential && !(await this.hasEnrolled())) {
          await this.sleep(this.backOff.next());
          continue;
        }
        await work();
        this.backOff.reset();
        await this.sleep(pause());
      } catch (cause) {
        if (this.isStopped) return;
        this.say(cause instanceof Error ? cause.message : String(cause));
        const retryAfter = cause instanceof Refused ? cause.answer.retryAfter : 0;
        await this.sleep(cause instanceof Refused && cause.isEnded ? 500 : this.backOff.next(retryAfter));
      }
    }
  }

  private enrolling: Promise<string> | undefined;

  private async hasEnrolled(): Promise<boolean> {
    this.enrolling ??= this.enroll().finally(() => {
      this.enrolling = undefined;
    });
    const state = await this.enrolling;
    if (!this.state.credential) this.say(`not enrolled yet: ${state}`);
    return this.state.credential !== undefined;
  }

  private async checkIn(): Promise<void> {
    const { osname, osversion } = await operatingSystem();
    const answer = await this.asked('/endpoints/checkin', {
      method: 'POST',
      body: {
        agentversion: version,
        osversion: `${osname} (${osversion})`,
        uptimeseconds: uptimeSeconds(),
        loggedinuser: (await loggedInUser()) ?? null,
        ipaddresses: addresses().ipaddresses,
        servertrust: { pinned: this.state.pins.length > 0, spkipin: this.state.pins[0] ?? null },
      },
    });
    const orders = answer.data as { pollseconds: number; serverpins: string[] };
    this.heard();
    this.pollSeconds = orders.pollseconds;
    // What the server that is trusted announces is trusted from now on: so it can change its key.
    if (orders.serverpins.length > 0 && orders.serverpins.join() !== this.state.pins.join())
      this.keep({ pins: orders.serverpins });
    if (Date.now() - this.inventoryAt < INVENTORY_MS) return;
    const { status, output } = await sendInventory(this.means());
    if (status === 'failed') throw new Error(`The inventory was not taken: ${output}`);
    this.inventoryAt = Date.now();
  }

  private async poll(): Promise<void> {
    const began = performance.now();
    const answer = await this.asked(`/endpoints/commands/next?wait=${HOLD_SECONDS}`, { ms: POLL_MS });
    if (answer.status === 204) {
      const spent = performance.now() - began;
      if (spent < LEAST_IDLE_MS) await this.sleep(LEAST_IDLE_MS - spent);
      return;
    }
    const command = answer.data as Command;
    this.say(`command ${command.commandid}: ${command.action}`);
    const outcome = await perform(command, this.means());
    await this.report(command.commandid, outcome);
    if (this.isRestarting) this.stop();
  }

  /** A result is sent until it is taken, or refused for good. */
  private async report(commandid: number, outcome: unknown): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.asked(`/endpoints/commands/${commandid}/result`, { method: 'POST', body: outcome });
        return;
      } catch (cause) {
        const isRefused =
          cause instanceof Refused && cause.answer.status < 500 && cause.answer.status !== 429;
        this.say(`the result of command ${commandid}: ${cause instanceof Error ? cause.message : cause}`);
        if (isRefused) return;
        await this.sleep(this.backOff.next(cause instanceof Refused ? cause.answer.retryAfter : 0));
      }
    }
  }

  /** Whether it ended to begin anew. */
  isRestarting = false;

  private means(): Means {
    return {
      connection: this.connection,
      headers: () => this.headers(),
      restartSoon: () => {
        this.isRestarting = true;
      },
    };
  }

  private headers(): Record<string, string> {
    return this.state.credential ? { 'x-endpoint-credential': this.state.credential } : {};
  }

  private async asked(path: string, asking: Parameters<Connection['ask']>[1]): Promise<Answer> {
    const answer = await this.connection.ask(path, {
      ...asking,
      headers: this.headers(),
      signal: this.ended.signal,
    });
    if (answer.code === 'CREDENTIAL_INVALID') this.forget();
    if (answer.status >= 300) throw new Refused(answer);
    return answer;
  }

  /** The credential was taken back: the PC asks for another one, as a new agent would. */
  private forget(): void {
    const { credential: _ended, assetid: _known, ...rest } = this.state;
    this.state = { ...rest, nonce: freshNonce() };
    this.file.write(this.state);
  }

  private keep(change: Partial<AgentState>): void {
    this.state = { ...this.state, ...change };
    this.file.write(this.state);
  }

  private sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const { signal } = this.ended;
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}

/** The server said no. */
class Refused extends Error {
  constructor(readonly answer: Answer) {
    super(answer.message ?? `The server answered ${answer.status}.`);
  }

  /** The credential has ended: the next step is to enroll, and soon. */
  get isEnded(): boolean {
    return this.answer.code === 'CREDENTIAL_INVALID';
  }
}

function wanted(answer: Answer): unknown {
  if (answer.status >= 300) throw new Refused(answer);
  return answer.data;
}
