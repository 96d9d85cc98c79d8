import { Cron } from 'croner';
import { declareSettings } from '../../kit/settings/declare.ts';
import { refuseEmptyPassphrase } from './targets/external-targets.ts';

export const PASSPHRASE = 'backup_passphrase';
export const PASSPHRASE_ID = 'backup_passphrase_id';
export const SCHEDULE = 'backup_schedule';
/** The setting with the start of the alarm that was last reported. */
export const NOTIFIED_ALARM = 'backup_alarm_told';
const MIN_PASSPHRASE_LENGTH = 12;

function scheduleProblem(value: string): string | undefined {
  try {
    new Cron(value, { paused: true }).stop();
    return undefined;
  } catch {
    return 'must be a cron expression: minute, hour, day, month, weekday. For example, 0 2 * * * runs daily at 02:00.';
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
    title: 'Backup schedule',
    description:
      'Cron expression in the time zone of this appliance: minute, hour, day, month, weekday. Leave empty for manual backups only.',
    default: '0 2 * * *',
    problem: scheduleProblem,
  },
  backup_keep_daily: count(
    'Daily backups',
    'Retention: the newest backup of each day, for this number of days.',
    7,
    1000,
  ),
  backup_keep_weekly: count(
    'Weekly backups',
    'Retention: the newest backup of each week, for this number of weeks.',
    4,
    1000,
  ),
  backup_keep_monthly: count(
    'Monthly backups',
    'Retention: the newest backup of each month, for this number of months.',
    12,
    1000,
  ),
  [PASSPHRASE]: {
    title: 'Backup passphrase',
    description:
      'Encrypts backups. Use at least 12 characters. Store a copy elsewhere, because encrypted backups cannot be restored without it. Leave empty for unencrypted backups.',
    default: '',
    secret: true,
    problem: (value) =>
      value.length < MIN_PASSPHRASE_LENGTH
        ? `must have at least ${MIN_PASSPHRASE_LENGTH} characters.`
        : undefined,
    refuse: refuseEmptyPassphrase,
  },
  [PASSPHRASE_ID]: {
    title: 'Passphrase ID',
    description: 'Changes with each new passphrase.',
    default: '',
    offered: false,
    lasting: true,
  },
  [NOTIFIED_ALARM]: {
    title: 'Last alert sent',
    description: 'The overdue backup that the last mail or webhook was about.',
    default: '',
    offered: false,
  },
  backup_alarm_hours: count(
    'Backup overdue after (hours)',
    'Age of the last verified backup from which the dashboard and an alert warn. 0 turns the warning off.',
    36,
    10_000,
  ),
});
