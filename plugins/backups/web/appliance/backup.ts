import type { BackupMetadata } from '../../../../src/kit/backup/backup-store.ts';
import { get, request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';

export type Backup = Omit<BackupMetadata, 'folder'> & { verifying: boolean };

const WATCH_MS = 2000;
const REST_MS = 30_000;
const KEY = ['appliance-backups'];

/** The list of backups. It is polled more often while a backup is created, checked or restored. */
export const backupsQuery = {
  queryKey: KEY,
  queryFn: () => get<Backup[]>('/backups'),
  refetchInterval: ({ state }: { state: { data?: Backup[] } }) =>
    state.data?.some((backup) => isRunning(backup) || backup.verifying || isBeingRestored(backup))
      ? WATCH_MS
      : REST_MS,
};

/** Loads the backups of the appliance again where they are shown. */
export const refreshBackups = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

export const isRunning = ({ state }: Backup): boolean => state === 'running';

/** Reports whether a restore of the backup is in progress. A failed one does not count. */
export const isBeingRestored = ({ restoring }: Backup): boolean =>
  restoring !== null && restoring.state !== 'failed';

/** Returns the reason why the file of a backup cannot be used, or undefined when it can. */
export function findFileBlocker({ state, bytes }: Backup): string | undefined {
  if (state === 'running') return 'The backup is not finished yet.';
  if (state === 'failed') return 'The backup failed, so it has no file.';
  return bytes === null ? 'The backup was not packed into a file. The list shows its folder.' : undefined;
}

/** Returns the reason why a backup cannot be restored, or undefined when it can. */
export function findRestoreBlocker(backup: Backup): string | undefined {
  if (isBeingRestored(backup)) return 'This backup is being restored.';
  return findFileBlocker(backup);
}

/**
 * Requests a restore and returns once it has started. With `evenso`, access that was revoked since the backup
 * may become valid again. Throws the error of the server.
 */
export async function startRestore(
  { backupid }: Backup,
  options: { confirm: string; passphrase?: string; evenso?: boolean },
): Promise<void> {
  await request('POST', `/backups/${backupid}/restore`, { body: options });
  await refreshBackups();
}

/** Reads the state of the running or last restore of a backup; null when none was requested. */
export const readRestoreState = async ({ backupid }: Backup): Promise<Backup['restoring']> =>
  (await get<Backup>(`/backups/${backupid}`)).restoring;

export interface Verification {
  /** Null when the backup was not verified, because it needs another passphrase than the current one. */
  verified: boolean | null;
  problems: string[];
}

/**
 * Verifies the whole backup and returns the result, also of a long verification. Without a passphrase, the
 * server tries its own one. Throws the error of the server.
 */
export async function verifyBackup({ backupid }: Backup, passphrase?: string): Promise<Verification> {
  const { data, isAccepted } = await request<Verification>('POST', `/backups/${backupid}/verify`, {
    body: { passphrase },
  });
  const found = isAccepted ? await waitForVerification(backupid) : data;
  await refreshBackups();
  return found;
}

/** Waits until a verification in the background has finished, and returns its result. */
async function waitForVerification(backupid: number): Promise<Verification> {
  for (;;) {
    await refreshBackups();
    const backup = await get<Backup>(`/backups/${backupid}`);
    const problems = backup.error === null ? [] : [backup.error];
    if (!backup.verifying) return { verified: backup.verified, problems };
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
}

/**
 * Downloads a backup through the browser, which streams a file of any size to disk and shows the progress.
 * Returns when the download starts. Throws when the server rejects it.
 */
export async function downloadBackup({ backupid, filename }: Backup): Promise<void> {
  const { data } = await request<{ url: string }>('POST', `/backups/${backupid}/ticket`);
  const link = document.createElement('a');
  link.href = data.url;
  link.download = filename;
  link.click();
}
