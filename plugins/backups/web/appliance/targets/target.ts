import type { BackupTarget } from '../../../../../src/features/appliancebackups/index.ts';
import type { TargetTest } from '../../../../../src/kit/backup/targets/copy-job.ts';
import type { TargetSecret } from '../../../../../src/kit/backup/targets/target-secret.ts';
import { get, request } from '../../../../../src/web/api/client.ts';
import { queryClient } from '../../../../../src/web/api/query-client.ts';
import { refreshBackups } from '../backup.ts';

export type { BackupTarget, TargetTest };

/** A target as the form sends it: its line in the settings, and a new secret if there is one. */
export interface TargetInput {
  target: string;
  secret?: TargetSecret;
}

const WATCH_MS = 1000;
const REST_MS = 30_000;
const KEY = ['backup-targets'];

/** The list of backup targets. It is polled more often while a backup is copied. */
export const targetsQuery = {
  queryKey: KEY,
  queryFn: () => get<BackupTarget[]>('/backups/targets'),
  refetchInterval: ({ state }: { state: { data?: BackupTarget[] } }) =>
    state.data?.some(({ state }) => state === 'copying') ? WATCH_MS : REST_MS,
};

export async function refreshTargets(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), refreshBackups()]);
}

/** Adds a target, or changes the one with this ID. */
export async function saveTarget(input: TargetInput, targetid?: string): Promise<void> {
  if (targetid === undefined) await request('POST', '/backups/targets', { body: input });
  else await request('PUT', `/backups/targets/${targetid}`, { body: input });
  await refreshTargets();
}

/** Deletes a backup target on the server, and loads the targets again. */
export async function removeTarget(targetid: string): Promise<void> {
  await request('DELETE', `/backups/targets/${targetid}`);
  await refreshTargets();
}

/** Tests a target by writing and deleting a small file. */
export const testTarget = async (input: TargetInput): Promise<TargetTest> =>
  (await request<TargetTest>('POST', '/backups/targets/test', { body: input })).data;
