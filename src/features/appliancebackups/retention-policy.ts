import { type BackupMetadata, findNewestVerified } from '../../kit/backup/backup-store.ts';
import type { Settings } from '../../kit/settings/settings.ts';

/**
 * Number of days, weeks and months whose newest scheduled backup is retained; 0 retains none of that kind.
 */
export interface RetentionPolicy {
  daily: number;
  weekly: number;
  monthly: number;
}

/** Reads the retention policy from the settings. */
export function readRetentionPolicy(settings: Settings): RetentionPolicy {
  const keep = (span: string) => settings.integer(`backup_keep_${span}`);
  return { daily: keep('daily'), weekly: keep('weekly'), monthly: keep('monthly') };
}

/** The properties of a backup or copy that the retention policy uses. */
type RetainableBackup = Pick<BackupMetadata, 'backupid' | 'kind' | 'state' | 'verified'>;

/** Number of the newest backups to retain: of upgrades, of restores, and of failed scheduled ones. */
const NEWEST = 2;
/** Days for which all backups of replaced data are retained, regardless of their number. */
const RESTORED_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Returns the backups that the retention policy deletes. It retains the newest scheduled backup of the last
 * days, weeks and months that have one, as many as configured, by the server's calendar. It retains the
 * newest two backups of upgrades and of restores, all those of restores for 30 days, and the newest two
 * failed scheduled ones. Never returns the newest verified backup, a running one, or one that a user made or
 * uploaded.
 */
export function findExpiredBackups<B extends RetainableBackup>(
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
  const retained = new Set<B>([
    ...newestOfEach(good, keeping.daily, dayOf),
    ...newestOfEach(good, keeping.weekly, weekOf),
    ...newestOfEach(good, keeping.monthly, monthOf),
    ...of('upgrade').slice(0, NEWEST),
    ...of('restore').filter(
      ({ backupid }, at) => at < NEWEST || now.getTime() - backupid < RESTORED_DAYS * DAY_MS,
    ),
    ...scheduled.filter(({ state }) => state === 'failed').slice(0, NEWEST),
  ]);
  const newest = findNewestVerified(newestFirst);
  return [...scheduled, ...of('upgrade'), ...of('restore')].filter(
    (backup) => !retained.has(backup) && backup !== newest,
  );
}

/** Returns the newest backup of each time span, for the newest `many` spans that contain a backup. */
function newestOfEach<B extends RetainableBackup>(
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
/** Returns the Monday of the week. */
const weekOf = (at: Date): string =>
  dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7)));
