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

/** So many are remembered as shown, the newest. */
export const MAX_REMEMBERED = 500;
/** More at once would bury each other; the rest comes with the next look. */
const MAX_AT_ONCE = 5;

type Known = Pick<AgentState, 'shownalerts' | 'seenalerts'>;

/** Where the alerts come from, and what is known of them. */
interface AlertsDependencies {
  ask(path: string, asking?: ApplianceRequest): Promise<ApplianceResponse>;
  readState(): Known;
  saveState(change: Known): void;
  say(line: string): void;
  /** Aborted when the agent stops: nothing goes on after that. */
  stopSignal: AbortSignal;
  /** Where a Linux PC keeps the sessions of its people. */
  sessions?: string;
  show?(notice: Notice, button: NoticeButton): Promise<string | undefined>;
  now?(): number;
}

/**
 * Shows the alerts that are meant for this PC, each once, while somebody is there to see them; and tells the server
 * which of them somebody has taken as read.
 */
export class Alerts {
  private readonly seen: AcknowledgedAlerts;
  private readonly programs: BackgroundProcesses;
  /** What was shown with a button. */
  private readonly open = new Map<number, AbortController>();
  private readonly showNow: NonNullable<AlertsDependencies['show']>;

  constructor(private readonly needs: AlertsDependencies) {
    const { ask, readState, saveState, say, stopSignal, sessions } = needs;
    this.showNow = needs.show ?? ((notice, button) => showNotice(notice, sessions, button));
    this.programs = new BackgroundProcesses(stopSignal);
    this.seen = new AcknowledgedAlerts({
      ask,
      say,
      waiting: () => readState().seenalerts ?? [],
      remember: (seenalerts) => saveState({ seenalerts }),
    });
  }

  /** Asks what is to be shown now, and shows what is new. */
  async showCurrent(): Promise<void> {
    const current = alert.array().parse((await this.needs.ask('/endpoints/alerts')).data);
    this.retire(new Set(current.map(({ notificationid }) => notificationid)));
    const telling = this.seen.sendAll();
    try {
      await this.showNew(current);
    } finally {
      await telling;
    }
  }

  private async showNew(current: readonly Alert[]): Promise<void> {
    const shown = this.shown;
    const fresh = current.filter(({ notificationid }) => !shown.includes(notificationid));
    for (const one of fresh.slice(0, MAX_AT_ONCE)) if (!(await this.show(one))) return;
  }

  private get shown(): readonly number[] {
    return this.needs.readState().shownalerts ?? [];
  }

  /** What the server does not name is over. */
  private retire(current: ReadonlySet<number>): void {
    this.seen.keepOnly(current);
    for (const id of this.open.keys()) if (!current.has(id)) this.close(id);
  }

  private close(id: number): void {
    this.open.get(id)?.abort();
    this.open.delete(id);
  }

  /** One press is enough, on whichever desktop. */
  private button(id: number): NoticeButton {
    const ends = new AbortController();
    this.open.set(id, ends);
    const pressed = () => {
      this.close(id);
      this.seen.add(id);
    };
    return { programs: this.programs, signal: ends.signal, pressed };
  }

  /** Whether it was seen, or is over by now; false when nobody is there. */
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
      title: 'Alert of the plant',
      text,
      seconds: seconds.length > 0 ? Math.ceil(Math.min(...seconds)) : null,
    };
    if ((await this.showNow(notice, this.button(one.notificationid))) === undefined) return false;
    saveState({ shownalerts: [...this.shown, one.notificationid].slice(-MAX_REMEMBERED) });
    return true;
  }
}
