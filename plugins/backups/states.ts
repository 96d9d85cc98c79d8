/** The states of an equipment backup with their labels. */
export const BACKUP_STATES = {
  ok: 'OK',
  overdue: 'Overdue',
  unscheduled: 'No interval',
  superseded: 'Superseded',
} as const;
export type BackupState = keyof typeof BACKUP_STATES;

export interface BackupStateInput {
  islatest: unknown;
  duedate: string | null;
}

/**
 * Returns the state of a backup. Only the latest backup of an asset can be overdue, from the day after its
 * due date.
 */
export function backupStateOf({ islatest, duedate }: BackupStateInput, today: string): BackupState {
  if (!islatest) return 'superseded';
  if (duedate === null) return 'unscheduled';
  return duedate < today ? 'overdue' : 'ok';
}
