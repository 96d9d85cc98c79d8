import type { InjectedFault } from './fault.ts';
import { fillDiskAtRandom } from './fill-disk-at-random.ts';
import { killInCertificateSwap } from './kill-in-certificate-swap.ts';
import { killInRestore } from './kill-in-restore.ts';
import { killInUpgrade } from './kill-in-upgrade.ts';
import { killUnderWrites } from './kill-under-writes.ts';

/** The faults by their names on the command line. */
export const FAULTS: Readonly<Record<string, InjectedFault>> = {
  writes: killUnderWrites,
  upgrade: killInUpgrade,
  restore: killInRestore,
  certificate: killInCertificateSwap,
  disk: fillDiskAtRandom,
};
