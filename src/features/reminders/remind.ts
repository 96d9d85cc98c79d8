import { addDays, dayOf, getInstantDaysAgo } from '../../kit/clock.ts';
import type { DueItem } from '../../kit/contributions.ts';
import type { Reader } from '../../kit/data/reader.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import type { Host } from '../../kit/host.ts';
import { parseAddressList } from '../../kit/outbox/addresses.ts';
import { hasMailServer } from '../../kit/outbox/mail-server.ts';
import { reminderDaysKey } from '../../kit/reminder.ts';
import { readDayFormatter } from '../../kit/settings/day-formatter.ts';
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

/** Days after which records of sent reminders are deleted. An item that is due for longer is sent again. */
const KEEP_DAYS = 3650;

/** Returns the recipients of reminders, or those of alerts when reminders have none of their own. */
const recipientsOf = ({ settings }: Host): string[] => {
  const own = parseAddressList(settings.text('reminder_recipients'));
  return own.length > 0 ? own : parseAddressList(settings.text('alert_recipients'));
};

/**
 * Sends one mail to each recipient, once each day from the configured hour, with items that newly become due
 * or overdue. The transaction that queues the mail also records the items as sent. Without new items there is
 * no mail. Without a mail server or recipients nothing is recorded, and the first hour with both catches up.
 */
export function sendReminders(host: Host): void {
  const { clock, db, settings, outbox } = host;
  const now = clock.now();
  const day = dayOf(now);
  if (now.getHours() < settings.integer('reminder_hour')) return;
  const recipients = recipientsOf(host);
  if (!hasMailServer(settings) || recipients.length === 0) return;
  const sections = db.read((reader) => (dayDone.get(reader, { day }) ? undefined : readDigest(host, reader)));
  if (!sections) return;
  const items = sections.reduce((sum, section) => sum + section.items.length, 0);
  if (items === 0) {
    db.writeUnaudited((tx) => recordReminderDay.run(tx, { day, items, at: tx.at }));
    return;
  }
  const site = settings.text('site_name') || 'Millwright';
  const address = settings.text('site_url').replace(/\/+$/, '');
  const mail = buildDigest(sections, site, address, readDayFormatter(settings));
  db.transact(createSystemContext(), 'reminders.digest.queued', (tx) => {
    for (const to of recipients) outbox.mail(tx, { to, ...mail });
    for (const { reminder, items: dueItems } of sections)
      for (const { id, due, stage } of dueItems)
        recordSentReminder.run(tx, { reminder: reminder.key, itemid: id, due, stage, at: tx.at });
    recordReminderDay.run(tx, { day, items, at: tx.at });
    const details = { items, recipients: recipients.length };
    tx.audit({ entitytype: 'digest', entityid: null, details, undoable: false });
  });
}

/**
 * Returns the due items of each active reminder that were not sent before. A reminder that throws does not
 * affect the others.
 */
function readDigest(host: Host, reader: Reader): DigestSection[] {
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

/**
 * Deletes records of sent reminders and of finished reminder days that are older than `KEEP_DAYS`. An item
 * that is still due is then sent again.
 */
export function deleteExpiredReminders({ db, clock }: Host): void {
  const before = getInstantDaysAgo(clock, KEEP_DAYS);
  db.writeUnaudited((tx) => {
    deleteSentReminders.run(tx, { before });
    deleteReminderDays.run(tx, { before });
  });
}
