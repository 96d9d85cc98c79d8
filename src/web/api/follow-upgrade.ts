import type { UpgradeRecord } from '../../features/appliance/upgrade/routes.ts';
import { ApiError } from './api-error.ts';
import { get } from './client.ts';

const AGAIN_MS = 1000;

export const upgradeKey = ['appliance', 'upgrade'];

export const readUpgrade = (): Promise<UpgradeRecord> => get<UpgradeRecord>('/upgrade');

/**
 * Waits until an upgrade ends; `previous` is the date of the upgrade before it, if any. Throws an Error with
 * the reason when the old program stays, and an `ApiError` when the caller is no longer authorized.
 */
export async function followUpgrade(previous: string | undefined): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    const last = await readLast();
    if (last && last.date !== previous && last.state === 'returned')
      throw new Error(last.reason ?? 'The test of the new version failed.');
    if (last && last.date !== previous && last.state === 'done') return;
  }
}

/**
 * Returns the last upgrade; null without one, and while the appliance does not respond. Throws an `ApiError`
 * with status 401 or 403.
 */
async function readLast(): Promise<UpgradeRecord['last']> {
  try {
    return (await readUpgrade()).last;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) throw error;
    return null;
  }
}
