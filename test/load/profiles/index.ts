import type { LoadSite } from '../site.ts';
import { runClones } from './clones.ts';
import { ENROLLING, runEnrollStorm } from './enroll-storm.ts';
import { runHostile } from './hostile.ts';
import { runIdle } from './idle.ts';
import { runRestartHerd } from './restart-herd.ts';
import { runShiftStart } from './shift-start.ts';
import { runSlowLinks } from './slow-links.ts';

/** A load that a fleet puts on an appliance. Returns the measurements. */
export type LoadProfile = (run: { site: LoadSite; pcs: number; random: () => number }) => Promise<object>;

/** The profiles by name. `plain` is the number of additional registered PCs without a credential. */
export const PROFILES: Record<string, { run: LoadProfile; plain?: number }> = {
  idle: { run: runIdle },
  'shift-start': { run: runShiftStart },
  'restart-herd': { run: runRestartHerd },
  'enroll-storm': { run: runEnrollStorm, plain: ENROLLING },
  clones: { run: runClones },
  'slow-links': { run: runSlowLinks },
  hostile: { run: runHostile },
};
