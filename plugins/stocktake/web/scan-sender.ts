import { ApiError } from '../../../src/web/api/api-error.ts';
import { request } from '../../../src/web/api/client.ts';
import type { ScanAnswer } from './data.ts';
import type { PendingScan, ScanStore } from './scan-store.ts';

const MAX_AT_ONCE = 100;
const MAX_WAIT_MS = 10_000;

export interface SendingState {
  /** Number of pending entries: unconfirmed scans plus unsent undos. */
  waiting: number;
  isOffline: boolean;
  problem: string | null;
}

interface SenderEvents {
  onAnswers(answers: ScanAnswer[]): void;
  onState(state: SendingState): void;
}

/**
 * Sends pending scans, one request at a time, until all are confirmed. Unconfirmed ones stay in the store.
 * Without a response and after a temporary error they are sent again after at most ten seconds, after a
 * rejection only on `wake`.
 */
export class ScanSender {
  private isBusy = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;

  constructor(
    private readonly store: ScanStore,
    private readonly stocktakeid: number,
    private readonly events: SenderEvents,
  ) {}

  /** Sends immediately, after a new scan or when the network returns. */
  readonly wake = (): void => {
    clearTimeout(this.timer);
    void this.send();
  };

  /** Allows sending again when the component is mounted again after `stop`. */
  resume(): void {
    this.isOver = false;
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private async send(): Promise<void> {
    if (this.isBusy || this.isOver) return;
    this.isBusy = true;
    try {
      for (let waiting = this.store.all(); waiting.length > 0; waiting = this.store.all()) {
        this.publishState({ isOffline: this.failures > 0 });
        await this.sendSome(waiting);
        this.failures = 0;
      }
      this.publishState({});
    } catch (error) {
      this.onFailure(error);
    } finally {
      this.isBusy = false;
    }
  }

  private async sendSome(waiting: readonly PendingScan[]): Promise<void> {
    const scans = waiting.filter(({ undo }) => !undo).slice(0, MAX_AT_ONCE);
    if (scans.length === 0) return this.sendUndo(waiting[0]!);
    for (const scan of scans) this.store.put({ ...scan, tried: true });
    const body = { scans: scans.map(({ clientid, code, at }) => ({ clientid, code, at })) };
    const { data } = await request<ScanAnswer[]>('POST', `/stocktakes/${this.stocktakeid}/scans`, { body });
    // A scan that the user undid during the request stays, because its undo must still be sent.
    for (const { clientid } of data) if (!this.store.get(clientid)?.undo) this.store.drop(clientid);
    this.events.onAnswers(data);
  }

  private async sendUndo({ clientid }: PendingScan): Promise<void> {
    try {
      await request('DELETE', `/stocktakes/${this.stocktakeid}/scans/${clientid}`);
    } catch (error) {
      // The scan never reached the server.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
    this.store.drop(clientid);
    this.events.onAnswers([]);
  }

  private onFailure(error: unknown): void {
    const { status = 0, message } = error as Partial<ApiError>;
    const passes = status === 0 || status === 429 || status >= 500;
    this.publishState({
      isOffline: passes,
      problem: passes ? null : (message ?? 'The scans were not saved.'),
    });
    if (!passes || this.isOver) return;
    const wait = Math.min(1000 * 2 ** this.failures++, MAX_WAIT_MS);
    this.timer = setTimeout(this.wake, wait);
  }

  private publishState({ isOffline = false, problem = null }: Partial<SendingState>): void {
    if (!this.isOver) this.events.onState({ waiting: this.store.all().length, isOffline, problem });
  }
}
