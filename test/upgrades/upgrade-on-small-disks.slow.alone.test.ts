import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { createScratchDirectory, runMillwright } from '../faults/process.ts';
import { OLD_BYTES, putOldData, readDataState } from './old-data.ts';
import { upgradeToStep } from './run-to-step.ts';

setDefaultTimeout(600_000);

const STEP = 512 * 1024;
const ROOMY = '300m';
const scratch = createScratchDirectory('small-disks');
const disk = mkdtempSync(join(tmpdir(), 'millwright-small-'));
const mount = (...words: string[]) =>
  Bun.spawnSync(words, { stdout: 'ignore', stderr: 'pipe' }).exitCode === 0;
const mountable = mount('mount', '-t', 'tmpfs', '-o', `size=${ROOMY}`, 'tmpfs', disk);
if (mountable) mount('umount', disk);
afterAll(() => {
  mount('umount', '-l', disk);
  rmSync(disk, { recursive: true, force: true });
});

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

/** Unpacks the old data to a separate disk with this number of free bytes. */
function oldDataWithRoom(free: number): string {
  mount('umount', '-l', disk);
  mkdirSync(disk, { recursive: true });
  if (!mount('mount', '-t', 'tmpfs', '-o', `size=${ROOMY}`, 'tmpfs', disk)) throw new Error('No disk.');
  const data = putOldData(disk);
  const taken = 300 * 1024 ** 2 - freeBytes();
  mount('mount', '-o', `remount,size=${taken + free}`, disk);
  return data;
}

/** Starts the appliance and stops it again. Returns the output when it does not start. */
async function tryStart(data: string): Promise<string | undefined> {
  let appliance: Appliance;
  try {
    appliance = await startAppliance({ data, args: ['--no-tls'] });
  } catch (cause) {
    return (cause as Error).message;
  }
  expect(await appliance.stop()).toBe(0);
  return undefined;
}

async function expectWholeOnceThereIsRoom(data: string): Promise<void> {
  mount('mount', '-o', `remount,size=${ROOMY}`, disk);
  expect(await tryStart(data)).toBeUndefined();
  expect(readDataState(data, scratch)).toBe('after');
  const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.not.stringContaining('NOTE')]);
  expect(readdirSync(data).filter((name) => /\.(migrat|before)/.test(name))).toEqual([]);
}

// These tests need permission to mount a disk.
test.if(mountable || process.env.CI === 'true')(
  'an upgrade leaves the old or the new data at every free size from 1 to 4 times the database',
  async () => {
    const outcomes: string[] = [];
    for (let free = OLD_BYTES; free <= OLD_BYTES * 4; free += STEP) {
      const data = oldDataWithRoom(free);
      const refusal = await tryStart(data);
      const state = readDataState(data, scratch);
      if (refusal === undefined) expect([free, state]).toEqual([free, 'after']);
      else {
        expect([free, state]).toEqual([free, 'before']);
        expect(refusal).toMatch(
          /The upgrade needs [\d.]+ MB of disk space in \S+, but only [\d.]+ MB are free\. Free some space and start again\. The data in \S+millwright\.db are unchanged/,
        );
      }
      outcomes.push(state);
      await expectWholeOnceThereIsRoom(data);
    }
    // Both outcomes occurred, and the required free space is at most about twice the necessary space.
    expect(outcomes).toEqual(outcomes.toSorted().toReversed());
    expect(outcomes.filter((state) => state === 'after').length).toBeGreaterThan(5);
    expect(outcomes.filter((state) => state === 'before').length).toBeGreaterThan(5);
  },
);

test.if(mountable || process.env.CI === 'true')(
  'an upgrade leaves the old or the new data when another program fills the disk after any step',
  async () => {
    const { steps } = await upgradeToStep(oldDataWithRoom(OLD_BYTES * 4), 'watch');
    const chosen = steps.filter((step, index) => !step.startsWith('applied') || index % 8 === 0);
    const states: Record<string, number> = { before: 0, after: 0 };
    for (const step of chosen) {
      const data = oldDataWithRoom(OLD_BYTES * 4);
      const ended = await upgradeToStep(data, 'fill', step);
      expect([step, ended.steps.includes(step), existsSync(join(disk, 'ballast'))]).toEqual([
        step,
        true,
        true,
      ]);
      const state = readDataState(data, scratch);
      expect([step, state]).toEqual([step, ended.code === 0 ? 'after' : 'before']);
      states[state]!++;
      rmSync(join(disk, 'ballast'));
      await expectWholeOnceThereIsRoom(data);
    }
    expect([states.before! > 0, states.after! > 0]).toEqual([true, true]);
  },
);
