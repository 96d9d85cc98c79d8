import type { RestoreStatus } from '../../kit/backup/backup-store.ts';
import { ApiError } from './api-error.ts';
import { apiUrl, basePath } from './base-path.ts';
import { endSession } from './session.ts';

const AGAIN_MS = 1000;

/** Where a restore is; `away` while the appliance comes back. */
export type RestorePhase = 'rehearsing' | 'replacing' | 'away';

interface FollowedRestore {
  /** How it goes; `over` once the restored data are served. A caller whose sign-in has ended is refused, which says the same. */
  ask(): Promise<RestoreStatus | null | 'over'>;
  onPhase(phase: RestorePhase): void;
}

/** Follows a restore to its end and leads to the sign-in then. Throws an Error with the reason when it fails. */
export async function followRestore({ ask, onPhase }: FollowedRestore): Promise<void> {
  for (let now = await asked(ask); now !== 'over'; now = await asked(ask)) {
    onPhase(phaseOf(now));
    await pause();
  }
  onPhase('away');
  while (!(await isServed())) await pause();
  endSession();
  location.replace(`${basePath}/login`);
}

/** Throws an Error with the reason of one that failed. */
function phaseOf(now: RestoreStatus | null | 'away'): RestorePhase {
  if (now === 'away') return now;
  if (now?.state === 'failed') throw new Error(now.reason ?? 'The restore failed.');
  return now?.state ?? 'replacing';
}

async function asked(ask: FollowedRestore['ask']): Promise<RestoreStatus | null | 'over' | 'away'> {
  try {
    return await ask();
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
