import { errorMessageOf } from '../../../src/kit/error-message.ts';
import type { ApplianceRequest, ApplianceResponse } from './connection.ts';
import { ServerRefusedError } from './server-refused-error.ts';

/** Maximum number of unsent acknowledgements; the newest are retained. */
const MAX_WAITING = 500;

interface AcknowledgmentDependencies {
  ask(path: string, options: ApplianceRequest): Promise<ApplianceResponse>;
  /** IDs of alerts that a user acknowledged on this PC and the server does not know of yet. */
  waiting(): readonly number[];
  remember(waiting: number[]): void;
  writeLine(line: string): void;
}

/**
 * Sends the acknowledgements of alerts to the server. Those that fail are sent later, unless the server
 * rejects them for good.
 */
export class AcknowledgedAlerts {
  private sending: Promise<void> | undefined;

  constructor(private readonly needs: AcknowledgmentDependencies) {}

  /** Stores an acknowledgement and starts to send it. Never throws. */
  add(id: number): void {
    const { waiting, remember, writeLine } = this.needs;
    try {
      if (!waiting().includes(id)) remember([...waiting(), id].slice(-MAX_WAITING));
    } catch (cause) {
      writeLine(errorMessageOf(cause));
    }
    void this.sendAll();
  }

  /** Discards the acknowledgements of alerts that are not current, because they have ended. */
  keepOnly(current: ReadonlySet<number>): void {
    const { waiting, remember } = this.needs;
    const left = waiting().filter((id) => current.has(id));
    if (left.length < waiting().length) remember(left);
  }

  /** Sends the waiting acknowledgements one after the other, until one gets no answer. Never rejects. */
  sendAll(): Promise<void> {
    this.sending ??= this.sendEach()
      .catch((cause) => this.needs.writeLine(errorMessageOf(cause)))
      .finally(() => {
        this.sending = undefined;
      });
    return this.sending;
  }

  /**
   * Sends each acknowledgement at most once, including those added during the run. Rejects when one gets no
   * answer.
   */
  private async sendEach(): Promise<void> {
    const { waiting, remember } = this.needs;
    const attempted = new Set<number>();
    for (;;) {
      const id = waiting().find((one) => !attempted.has(one));
      if (id === undefined) return;
      attempted.add(id);
      if (await this.isSettled(id)) remember(waiting().filter((one) => one !== id));
    }
  }

  /**
   * Reports whether the server accepted the acknowledgement or rejects it for good. Rejects when the server
   * does not answer.
   */
  private async isSettled(id: number): Promise<boolean> {
    try {
      await this.needs.ask(`/endpoints/alerts/${id}/acknowledge`, { method: 'POST', body: {} });
      return true;
    } catch (cause) {
      if (!(cause instanceof ServerRefusedError)) throw cause;
      this.needs.writeLine(`failed to acknowledge alert ${id}: ${errorMessageOf(cause)}`);
      return [403, 404].includes(cause.answer.status);
    }
  }
}
