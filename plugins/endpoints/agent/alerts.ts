import { z } from 'zod';
import { AcknowledgedAlerts } from './acknowledged-alerts.ts';
import { BackgroundProcesses } from './background-processes.ts';
import type { ApplianceRequest, ApplianceResponse } from './connection.ts';
import { type Notice, showNotice } from './notice.ts';
import type { NoticeButton } from './notice-button.ts';
import type { AgentState } from './state.ts';

const alert = z.object({
  notificationid: z.int(),
  notification: z.string(),
  alerttimeout: z.int().nullable(),
  endtime: z.iso.datetime().nullable(),
  ticketnumber: z.string().nullable(),
  link: z.string().nullable(),
});
type Alert = z.output<typeof alert>;

/** Maximum number of alerts remembered as shown; the newest are retained. */
export const MAX_REMEMBERED = 500;
/** Alerts shown at once. More would cover each other; the rest follow with the next request. */
const MAX_AT_ONCE = 5;

type AlertState = Pick<AgentState, 'shownalerts' | 'seenalerts'>;

/** Source of the alerts, and the stored state about them. */
interface AlertsDependencies {
  ask(path: string, options?: ApplianceRequest): Promise<ApplianceResponse>;
  readState(): AlertState;
  saveState(change: AlertState): void;
  writeLine(line: string): void;
  /** Aborted when the agent stops. Ends the programs that wait for a button; no further one starts. */
  stopSignal: AbortSignal;
  /** Folder of the user sessions on a Linux PC. */
  sessions?: string;
  show?(notice: Notice, button: NoticeButton): Promise<string | undefined>;
  now?(): number;
}

/**
 * Shows the alerts of the server to the users of this PC, each once, while a user is signed in. Notifies the
 * server when a user acknowledges one.
 */
export class Alerts {
  private readonly acknowledged: AcknowledgedAlerts;
  private readonly programs: BackgroundProcesses;
  /** Alerts that are shown with a button, by ID. */
  private readonly open = new Map<number, AbortController>();
  private readonly showNow: NonNullable<AlertsDependencies['show']>;

  constructor(private readonly needs: AlertsDependencies) {
    const { ask, readState, saveState, writeLine, stopSignal, sessions } = needs;
    this.showNow = needs.show ?? ((notice, button) => showNotice(notice, sessions, button));
    this.programs = new BackgroundProcesses(stopSignal);
    this.acknowledged = new AcknowledgedAlerts({
      ask,
      writeLine,
      waiting: () => readState().seenalerts ?? [],
      remember: (seenalerts) => saveState({ seenalerts }),
    });
  }

  /**
   * Requests the current alerts and shows the new ones, at most five at once, while a user is signed in.
   * Closes those that have ended, and sends waiting acknowledgements.
   */
  async showCurrent(): Promise<void> {
    const current = alert.array().parse((await this.needs.ask('/endpoints/alerts')).data);
    this.retire(new Set(current.map(({ notificationid }) => notificationid)));
    const sending = this.acknowledged.sendAll();
    try {
      await this.showNew(current);
    } finally {
      await sending;
    }
  }

  private async showNew(current: readonly Alert[]): Promise<void> {
    const shownIds = this.shown;
    const fresh = current.filter(({ notificationid }) => !shownIds.includes(notificationid));
    for (const one of fresh.slice(0, MAX_AT_ONCE)) if (!(await this.show(one))) return;
  }

  private get shown(): readonly number[] {
    return this.needs.readState().shownalerts ?? [];
  }

  /** Closes alerts that the server no longer lists, because they have ended. */
  private retire(current: ReadonlySet<number>): void {
    this.acknowledged.keepOnly(current);
    for (const id of this.open.keys()) if (!current.has(id)) this.close(id);
  }

  private close(id: number): void {
    this.open.get(id)?.abort();
    this.open.delete(id);
  }

  /** Creates the button of an alert. One press on any desktop is enough. */
  private button(id: number): NoticeButton {
    const ends = new AbortController();
    this.open.set(id, ends);
    const onPress = () => {
      this.close(id);
      this.acknowledged.add(id);
    };
    return { programs: this.programs, signal: ends.signal, pressed: onPress };
  }

  /**
   * Shows an alert. Returns true when it was shown or has already ended, and false when no user is signed in.
   */
  private async show(one: Alert): Promise<boolean> {
    const { now = Date.now, saveState } = this.needs;
    const left = one.endtime === null ? null : (Date.parse(one.endtime) - now()) / 1000;
    if (left !== null && left <= 0) return true;
    const seconds = [one.alerttimeout, left].filter((value) => value !== null);
    const text = [
      one.notification,
      ...(one.ticketnumber ? [`Ticket: ${one.ticketnumber}`] : []),
      ...(one.link ? [one.link] : []),
    ].join('\n');
    const notice = {
      title: 'Plant notice',
      text,
      seconds: seconds.length > 0 ? Math.ceil(Math.min(...seconds)) : null,
    };
    if ((await this.showNow(notice, this.button(one.notificationid))) === undefined) return false;
    saveState({ shownalerts: [...this.shown, one.notificationid].slice(-MAX_REMEMBERED) });
    return true;
  }
}
