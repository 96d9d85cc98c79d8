import { z } from 'zod';
import type { Answer } from './connection.ts';
import { type Notice, show } from './notice.ts';

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
export const MOST_REMEMBERED = 500;
/** More at once would bury each other; the rest comes with the next look. */
const MOST_AT_ONCE = 5;

/** Where the alerts come from, and what was shown of them. */
interface Needs {
  ask(path: string): Promise<Answer>;
  shown(): readonly number[];
  remember(shown: number[]): void;
  show?(notice: Notice): Promise<string | undefined>;
  now?(): number;
}

/** Shows the alerts that are meant for this PC, each once, while somebody is there to see them. */
export class Alerts {
  constructor(private readonly needs: Needs) {}

  /** Asks what is to be shown now, and shows what is new. */
  async look(): Promise<void> {
    const { ask, shown } = this.needs;
    const current = alert.array().parse((await ask('/endpoints/alerts')).data);
    const fresh = current.filter(({ notificationid }) => !shown().includes(notificationid));
    for (const one of fresh.slice(0, MOST_AT_ONCE)) if (!(await this.show(one))) return;
  }

  /** Whether it was seen, or is over by now; false when nobody is there. */
  private async show(one: Alert): Promise<boolean> {
    const { now = Date.now, show: showNow = show, shown, remember } = this.needs;
    const left = one.endtime === null ? null : (Date.parse(one.endtime) - now()) / 1000;
    if (left !== null && left <= 0) return true;
    const seconds = [one.alerttimeout, left].filter((value) => value !== null);
    const text = [
      one.notification,
      ...(one.ticketnumber ? [`Ticket: ${one.ticketnumber}`] : []),
      ...(one.link ? [one.link] : []),
    ].join('\n');
    const where = await showNow({
      title: 'Alert of the plant',
      text,
      seconds: seconds.length > 0 ? Math.ceil(Math.min(...seconds)) : null,
    });
    if (where === undefined) return false;
    remember([...shown(), one.notificationid].slice(-MOST_REMEMBERED));
    return true;
  }
}
