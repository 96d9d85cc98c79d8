import { errorMessageOf } from '../../../src/kit/error-message.ts';
import type { ApplianceRequest, ApplianceResponse } from './connection.ts';
import { ServerRefusedError } from './server-refused-error.ts';

/** So many wait at most, the newest. */
const MAX_WAITING = 500;

interface AcknowledgmentDependencies {
  ask(path: string, asking: ApplianceRequest): Promise<ApplianceResponse>;
  /** Alerts that were taken as read here, and of which the server does not know yet. */
  waiting(): readonly number[];
  remember(waiting: number[]): void;
  say(line: string): void;
}

/** Tells the server which alerts somebody at this PC has taken as read; what it does not hear now it hears later. */
export class AcknowledgedAlerts {
  private telling: Promise<void> | undefined;

  constructor(private readonly needs: AcknowledgmentDependencies) {}

  add(id: number): void {
    const { waiting, remember, say } = this.needs;
    try {
      if (!waiting().includes(id)) remember([...waiting(), id].slice(-MAX_WAITING));
    } catch (cause) {
      say(errorMessageOf(cause));
    }
    void this.sendAll();
  }

  /** What is over needs no acknowledgement. */
  keepOnly(current: ReadonlySet<number>): void {
    const { waiting, remember } = this.needs;
    const left = waiting().filter((id) => current.has(id));
    if (left.length < waiting().length) remember(left);
  }

  /** Tells all that waits, one after the other. Never rejects. */
  sendAll(): Promise<void> {
    this.telling ??= this.tellAll()
      .catch((cause) => this.needs.say(errorMessageOf(cause)))
      .finally(() => {
        this.telling = undefined;
      });
    return this.telling;
  }

  /** Each once, with what comes meanwhile. */
  private async tellAll(): Promise<void> {
    const { waiting, remember } = this.needs;
    const told = new Set<number>();
    for (;;) {
      const id = waiting().find((one) => !told.has(one));
      if (id === undefined) return;
      told.add(id);
      if (await this.isSettled(id)) remember(waiting().filter((one) => one !== id));
    }
  }

  /** Whether the server knows it, or will not hear of it. Rejects when it does not answer. */
  private async isSettled(id: number): Promise<boolean> {
    try {
      await this.needs.ask(`/endpoints/alerts/${id}/acknowledge`, { method: 'POST', body: {} });
      return true;
    } catch (cause) {
      if (!(cause instanceof ServerRefusedError)) throw cause;
      this.needs.say(`the acknowledgement of alert ${id}: ${errorMessageOf(cause)}`);
      return [403, 404].includes(cause.answer.status);
    }
  }
}
