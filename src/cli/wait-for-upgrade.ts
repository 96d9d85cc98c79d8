import { setTimeout as delay } from 'node:timers/promises';
import { findRequest, readUpgradeState, type UpgradeState } from '../kit/program/upgrade-state.ts';
import { readOwner } from './ownership.ts';

const LOOK_EACH_MS = 250;
/** The time within which the serving process accepts a request, and serves again after an upgrade. */
const PATIENCE_MS = 60_000;

/**
 * Waits for the end of an upgrade that another process runs. Throws an Error when that process does not
 * accept the request, accepts another one instead, or has ended.
 */
export async function waitForUpgrade(
  data: string,
  id: string,
  patienceMs: number = PATIENCE_MS,
): Promise<UpgradeState> {
  for (let lastSign = performance.now(); ; await delay(LOOK_EACH_MS)) {
    const state = readUpgradeState(data);
    const isOwn = state?.id === id;
    if (isOwn && (state.state === 'done' || state.state === 'returned')) return state;
    if (isOwn && isRunning(readOwner(data))) lastSign = performance.now();
    if (performance.now() - lastSign < patienceMs) continue;
    if (isOwn) throw new Error(`No process serves ${data} anymore. Start the appliance and check its log.`);
    throw new Error(
      findRequest(data)?.id === id
        ? `The process that serves ${data} does not accept upgrades. Stop it, then run this command again.`
        : `The process that serves ${data} did not start this upgrade. Check its log.`,
    );
  }
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // The process belongs to another user and is running.
    return (cause as { code?: string }).code === 'EPERM';
  }
}
