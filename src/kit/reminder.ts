import type { DueItem } from './contributions.ts';
import type { Reader } from './data/reader.ts';
import type { Host } from './host.ts';
import { declareSettings, type SettingDeclaration } from './settings/declare.ts';

/** Things with a date, of which people hear some days ahead, and once more when the day has passed. */
export interface Reminder {
  /** Lower-case letters; the days ahead are the setting `reminder_<key>_days`. */
  key: string;
  /** What the things are, as the heading of their part of the mail. */
  title: string;
  /** So many days ahead, unless the site says otherwise. */
  days: number;
  /** The list of those that are due. */
  href: string;
  /** What is due by the day `until`, what is overdue by the day `today` with it. */
  due(reader: Reader, given: { until: string; today: string }, host: Host): Iterable<DueItem>;
}

/** The setting with the days ahead. */
export const reminderDaysKey = ({ key }: { key: string }): string => `reminder_${key}_days`;

/** The settings that follow from reminders. */
export const reminderSettings = (reminders: readonly Reminder[]): SettingDeclaration[] =>
  reminders.flatMap((reminder) =>
    declareSettings('reminders', {
      [reminderDaysKey(reminder)]: {
        title: `${reminder.title}: days ahead`,
        description: 'So many days before the date it is told by mail. 0 tells on the day, -1 never tells.',
        type: 'integer',
        min: -1,
        max: 3650,
        default: String(reminder.days),
      },
    }),
  );
