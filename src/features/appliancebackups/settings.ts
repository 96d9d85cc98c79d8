import { Cron } from 'croner';
import { declareSettings } from '../../kit/settings/declare.ts';
import { refuseEmptyPassphrase } from './targets/external-targets.ts';

export const PASSPHRASE = 'backup_passphrase';
export const PASSPHRASE_ID = 'backup_passphrase_id';
export const SCHEDULE = 'backup_schedule';
export const NOTIFIED_ALARM = 'backup_alarm_told';
const SHORTEST = 12;

function scheduleProblem(value: string): string | undefined {
  try {
    new Cron(value, { paused: true }).stop();
    return undefined;
  } catch {
    return 'is written as minute, hour, day, month and weekday, for example 0 2 * * * for two in the morning.';
  }
}

const count = (title: string, description: string, byDefault: number, max: number) => ({
  title,
  description,
  type: 'integer' as const,
  default: String(byDefault),
  min: 0,
  max,
});

export const backupSettings = declareSettings('backups', {
  [SCHEDULE]: {
    title: 'Make a backup',
    description:
      "When, by this box's clock: minute, hour, day, month and weekday, as cron has it. Empty: only by hand.",
    default: '0 2 * * *',
    problem: scheduleProblem,
  },
  backup_keep_daily: count('Keep of days', 'The newest of each of so many days.', 7, 1000),
  backup_keep_weekly: count('Keep of weeks', 'The newest of each of so many weeks.', 4, 1000),
  backup_keep_monthly: count('Keep of months', 'The newest of each of so many months.', 12, 1000),
  [PASSPHRASE]: {
    title: 'Passphrase of backups',
    description:
      'Backups are sealed with it; at least 12 characters. Write it down elsewhere: without it nobody opens them. Empty: not sealed, and whoever has the file has everything.',
    default: '',
    secret: true,
    problem: (value) => (value.length < SHORTEST ? `has at least ${SHORTEST} characters.` : undefined),
    refuse: refuseEmptyPassphrase,
  },
  [PASSPHRASE_ID]: {
    title: 'Which passphrase it is',
    description: 'Changes whenever another passphrase is set.',
    default: '',
    offered: false,
    lasting: true,
  },
  [NOTIFIED_ALARM]: {
    title: 'Which alarm was told',
    description: 'What the last mail or webhook about overdue backups was sent for.',
    default: '',
    offered: false,
  },
  backup_alarm_hours: count(
    'Warn when the last good backup is older than',
    'Hours; 0 never warns.',
    36,
    10_000,
  ),
});
