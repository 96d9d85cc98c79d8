import { addDays, dayOf, getInstantDaysAgo } from '../../kit/clock.ts';
import type { DueItem } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { parseAddressList } from '../../kit/outbox/addresses.ts';
import { reminderDaysKey } from '../../kit/reminder.ts';
import { buildDigest, type DigestSection } from './digest.ts';
import {
  dayDone,
  deleteReminderDays,
  deleteSentReminders,
  recordReminderDay,
  recordSentReminder,
  sentReminderOf,
} from './queries.ts';
import type { ReminderStage } from './tables.ts';

/** Longer than anything stays overdue without somebody having decided so. */
const KEEP_DAYS = 3650;

/** Those of the reminders, else those of alerts. */
const recipientsOf = ({ settings }: Host): string[] => {
  const own = parseAddressList(settings.text('reminder_recipients'));
  return own.length > 0 ? own : parseAddressList(settings.text('alert_recipients'));
};

/**
 * Once each morning, from the hour that the site says: one mail to each recipient with what newly comes due or became
 * overdue. What is told is remembered in the transaction that queues the mail; without mail nothing is, and the first
 * hour that has mail makes up for it.
 */
export function sendReminders(host: Host): void {
  const { clock, db, settings, outbox } = host;
  const now = clock.now();
  const day = dayOf(now);
  if (now.getHours() < settings.integer('reminder_hour')) return;
  const recipients = recipientsOf(host);
  if (!settings.text('smtp_host') || recipients.length === 0) return;
  const sections = db.read((reader) => (dayDone.get(reader, { day }) ? undefined : news(host, reader)));
  if (!sections) return;
  const items = sections.reduce((sum, section) => sum + section.items.length, 0);
  if (items === 0) {
    db.writeUnaudited((tx) => recordReminderDay.run(tx, { day, items, at: tx.at }));
    return;
  }
  const site = settings.text('site_name') || 'Millwright';
  const mail = buildDigest(sections, site, settings.text('site_url').replace(/\/+$/, ''));
  db.transact(createSystemContext(), 'reminders.digest.queued', (tx) => {
    for (const to of recipients) outbox.mail(tx, { to, ...mail });
    for (const { reminder, items: told } of sections)
      for (const { id, due, stage } of told)
        recordSentReminder.run(tx, { reminder: reminder.key, itemid: id, due, stage, at: tx.at });
    recordReminderDay.run(tx, { day, items, at: tx.at });
    const details = { items, recipients: recipients.length };
    tx.audit({ entitytype: 'digest', entityid: null, details, undoable: false });
  });
}

/** What each reminder has to tell that it did not tell before; one that fails hurts itself alone. */
function news(host: Host, reader: Reader): DigestSection[] {
  const { today } = reader;
  return host.contributions.reminders(host).flatMap((reminder) => {
    const days = host.settings.integer(reminderDaysKey(reminder));
    if (days < 0) return [];
    const until = addDays(today, days);
    const items = host.pluginErrors.isolate(reminder.plugin, `the reminder ${reminder.key}`, [], () =>
      [...reminder.due(reader, { until, today })]
        .filter(({ due }) => due <= until)
        .map((item): DigestSection['items'][number] => ({ ...item, stage: stageOf(item, today) }))
        .filter(
          ({ id, due, stage }) =>
            !sentReminderOf.get(reader, { reminder: reminder.key, itemid: id, due, stage }),
        )
        .sort((a, b) => a.due.localeCompare(b.due) || a.id - b.id),
    );
    return items.length > 0 ? [{ reminder, items }] : [];
  });
}

const stageOf = ({ due }: DueItem, today: string): ReminderStage => (due < today ? 'overdue' : 'ahead');

/** Forgets what was told so long ago that nobody asks any more. */
export function deleteExpiredReminders({ db, clock }: Host): void {
  const before = getInstantDaysAgo(clock, KEEP_DAYS);
  db.writeUnaudited((tx) => {
    deleteSentReminders.run(tx, { before });
    deleteReminderDays.run(tx, { before });
  });
}
