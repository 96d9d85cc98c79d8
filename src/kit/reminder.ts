import type { DueItem } from './contributions.ts';
import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';
import { declareSettings, type SettingDeclaration } from './settings/declare.ts';

/** Dated items that recipients are notified about some days ahead, and once after the day has passed. */
export interface Reminder {
  /** Lower-case letters; the setting `reminder_<key>_days` contains the number of days ahead. */
  key: string;
  /** The plural name of the items, which is the heading of their part of the mail. */
  title: string;
  /** The default number of days ahead. */
  days: number;
  /** The list of the due items. */
  href: string;
  /** Returns the items due up to the day `until`, including those overdue by the day `today`. */
  due(reader: Reader, period: { until: string; today: string }, host: Host): Iterable<DueItem>;
}

/** Returns the key of the setting with the days ahead. */
export const reminderDaysKey = ({ key }: { key: string }): string => `reminder_${key}_days`;

/** Returns the settings of the reminders. */
export const reminderSettings = (reminders: readonly Reminder[]): SettingDeclaration[] =>
  reminders.flatMap((reminder) =>
    declareSettings('reminders', {
      [reminderDaysKey(reminder)]: {
        title: `${reminder.title}: days ahead`,
        description:
          'Days before the due date on which the reminder mail is sent. 0 sends it on the date, -1 turns it off.',
        type: 'integer',
        min: -1,
        max: 3650,
        default: String(reminder.days),
      },
    }),
  );
