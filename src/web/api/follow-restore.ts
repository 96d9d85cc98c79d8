import type { RestoreStatus } from '../../kit/backup/backup-store.ts';
import { ApiError } from './api-error.ts';
import { apiUrl, basePath } from './base-path.ts';
import { endSession } from './session.ts';

const AGAIN_MS = 1000;

/** Phase of a restore; `away` while the appliance does not respond. */
export type RestorePhase = 'rehearsing' | 'replacing' | 'away';

interface FollowedRestore {
  /**
   * Returns the state of the restore, null while it has none, or `over` once the restored data are served. An
   * error with status 401 also means `over`; any other error means that the appliance is away.
   */
  readState(): Promise<RestoreStatus | null | 'over'>;
  onPhase(phase: RestorePhase): void;
}

/**
 * Checks a restore each second until it ends. Then waits until the appliance responds again, ends the session
 * of this browser and opens the sign-in. Throws an Error with the reason when the restore fails.
 */
export async function followRestore({ readState, onPhase }: FollowedRestore): Promise<void> {
  for (let now = await readStatus(readState); now !== 'over'; now = await readStatus(readState)) {
    onPhase(phaseOf(now));
    await pause();
  }
  onPhase('away');
  while (!(await isServed())) await pause();
  endSession();
  location.replace(`${basePath}/login`);
}

/**
 * Returns the phase of a restore: `replacing` without a state. Throws an Error with the reason when it
 * failed.
 */
function phaseOf(now: RestoreStatus | null | 'away'): RestorePhase {
  if (now === 'away') return now;
  if (now?.state === 'failed') throw new Error(now.reason ?? 'The restore failed.');
  return now?.state ?? 'replacing';
}

async function readStatus(
  readState: FollowedRestore['readState'],
): Promise<RestoreStatus | null | 'over' | 'away'> {
  try {
    return await readState();
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'over' : 'away';
  }
}

const isServed = (): Promise<boolean> =>
  fetch(apiUrl('/dashboard/health')).then(
    ({ ok }) => ok,
    () => false,
  );

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
