import { type BackupMetadata, newestVerified } from '../../kit/backup/backup-store.ts';
import type { Settings } from '../../kit/settings/settings.ts';

/** How many of the newest of each day, week and month are kept; 0 is none of that kind. */
export interface RetentionPolicy {
  daily: number;
  weekly: number;
  monthly: number;
}

/** Reads the retention rules from the settings. */
export function readRetentionPolicy(settings: Settings): RetentionPolicy {
  const keep = (span: string) => settings.integer(`backup_keep_${span}`);
  return { daily: keep('daily'), weekly: keep('weekly'), monthly: keep('monthly') };
}

/** The properties of a backup, or of a copy, that the rules use. */
type Kept = Pick<BackupMetadata, 'backupid' | 'kind' | 'state' | 'verified'>;

/** Of the kinds that are made beside others' work, the newest two are kept. */
const NEWEST = 2;
/** What a restore put away is kept for so long, however many there are. */
const RESTORED_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The backups that are kept no longer: scheduled ones beyond the newest of each of so many days, weeks and months of
 * the box's calendar, and all but the newest two that upgrades and restores left. The newest verified one always stays.
 */
export function findExpiredBackups<B extends Kept>(
  backups: readonly B[],
  keeping: RetentionPolicy,
  now: Date,
): B[] {
  const newestFirst = [...backups]
    .filter(({ state }) => state !== 'running')
    .sort((one, other) => other.backupid - one.backupid);
  const of = (kind: BackupMetadata['kind']) => newestFirst.filter((backup) => backup.kind === kind);
  const scheduled = of('scheduled');
  const good = scheduled.filter(({ state }) => state === 'done');
  const kept = new Set<B>([
    ...newestOfEach(good, keeping.daily, dayOf),
    ...newestOfEach(good, keeping.weekly, weekOf),
    ...newestOfEach(good, keeping.monthly, monthOf),
    ...of('upgrade').slice(0, NEWEST),
    ...of('restore').filter(
      ({ backupid }, at) => at < NEWEST || now.getTime() - backupid < RESTORED_DAYS * DAY_MS,
    ),
    ...scheduled.filter(({ state }) => state === 'failed').slice(0, NEWEST),
  ]);
  const newest = newestVerified(newestFirst);
  return [...scheduled, ...of('upgrade'), ...of('restore')].filter(
    (backup) => !kept.has(backup) && backup !== newest,
  );
}

/** Of the newest `many` spans of time in which there is one, the newest of each. */
function newestOfEach<B extends Kept>(
  backups: readonly B[],
  many: number,
  spanOf: (at: Date) => string,
): B[] {
  const newest = new Map<string, B>();
  for (const backup of backups) {
    const span = spanOf(new Date(backup.backupid));
    if (!newest.has(span)) newest.set(span, backup);
  }
  return [...newest.values()].slice(0, many);
}

const dayOf = (at: Date): string => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
const monthOf = (at: Date): string => `${at.getFullYear()}-${at.getMonth()}`;
/** The Monday that it begins with. */
const weekOf = (at: Date): string =>
  dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7)));
