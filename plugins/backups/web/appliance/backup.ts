import type { BackupMetadata } from '../../../../src/kit/backup/backup-store.ts';
import { get, request } from '../../../../src/web/api/client.ts';
import { queryClient } from '../../../../src/web/api/query-client.ts';

export type Backup = Omit<BackupMetadata, 'folder'> & { verifying: boolean };

const WATCH_MS = 2000;
const REST_MS = 30_000;
const KEY = ['appliance-backups'];

/** Watched closely while one is being made, or restored. */
export const backupsQuery = {
  queryKey: KEY,
  queryFn: () => get<Backup[]>('/backups'),
  refetchInterval: ({ state }: { state: { data?: Backup[] } }) =>
    state.data?.some((backup) => isRunning(backup) || backup.verifying || isBeingRestored(backup))
      ? WATCH_MS
      : REST_MS,
};

export const refreshBackups = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

export const isRunning = ({ state }: Backup): boolean => state === 'running';

export const isBeingRestored = ({ restoring }: Backup): boolean =>
  restoring !== null && restoring.state !== 'failed';

/** Why nothing can be done with its file; undefined where something can. */
export function findFileBlocker({ state, bytes }: Backup): string | undefined {
  if (state === 'running') return 'It is still being made.';
  if (state === 'failed') return 'It failed, so there is no file.';
  return bytes === null ? 'It was not packed: the row names its folder.' : undefined;
}

/** Why it cannot be restored; undefined where it can. */
export function findRestoreBlocker(backup: Backup): string | undefined {
  if (isBeingRestored(backup)) return 'It is being restored.';
  return findFileBlocker(backup);
}

/** Asks for the restore; answers once it is under way. */
export async function startRestore(
  { backupid }: Backup,
  wish: { confirm: string; passphrase?: string; evenso?: boolean },
): Promise<void> {
  await request('POST', `/backups/${backupid}/restore`, { body: wish });
  await refreshBackups();
}

/** How a restore of it goes. */
export const readRestoreState = async ({ backupid }: Backup): Promise<Backup['restoring']> =>
  (await get<Backup>(`/backups/${backupid}`)).restoring;

export interface Verification {
  /** Null where no passphrase that is known opens it. */
  verified: boolean | null;
  problems: string[];
}

/** Reads it to its end; without a passphrase the appliance tries its own. */
export async function verifyBackup({ backupid }: Backup, passphrase?: string): Promise<Verification> {
  const { data, isAccepted } = await request<Verification>('POST', `/backups/${backupid}/verify`, {
    body: { passphrase },
  });
  const found = isAccepted ? await verified(backupid) : data;
  await refreshBackups();
  return found;
}

/** Waits for the end of a verification in the background. */
async function verified(backupid: number): Promise<Verification> {
  for (;;) {
    await refreshBackups();
    const backup = await get<Backup>(`/backups/${backupid}`);
    const problems = backup.error === null ? [] : [backup.error];
    if (!backup.verifying) return { verified: backup.verified, problems };
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
}

/** Leaves it to the browser, which writes a file of any size to its folder and shows how far it is. */
export async function downloadBackup({ backupid, filename }: Backup): Promise<void> {
  const { data } = await request<{ url: string }>('POST', `/backups/${backupid}/ticket`);
  const link = document.createElement('a');
  link.href = data.url;
  link.download = filename;
  link.click();
}
