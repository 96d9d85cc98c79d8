import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchDirectory, runMillwright } from '../faults/process.ts';
import { NEWEST, OLD, putOldData, readDataState } from './old-data.ts';
import { upgradeToStep } from './run-to-step.ts';

setDefaultTimeout(600_000);

const scratch = createScratchDirectory('cut-off');

/** From these steps on, the next start opens the new database, whether it has its final name or not. */
const DONE = ['set aside', 'in place'];

test('an upgrade of 0.1.0 leaves the old or the new data when it is killed at any step', async () => {
  const whole = putOldData(mkdtempSync(join(scratch, 'whole-')));
  const { steps } = await upgradeToStep(whole, 'watch');
  expect(steps).toHaveLength(NEWEST - OLD.migrations + 5);
  for (const step of steps) {
    const folder = mkdtempSync(join(scratch, 'case-'));
    const data = putOldData(folder);
    const killed = await upgradeToStep(data, 'kill', step);
    expect([step, killed.signal, killed.steps.at(-1)]).toEqual([step, 'SIGKILL', step]);
    expect([step, readDataState(data, folder)]).toEqual([step, DONE.includes(step) ? 'after' : 'before']);
    const next = await runMillwright('migrate', '--data', data);
    expect([step, next.code, next.stderr]).toEqual([step, 0, '']);
    expect([step, readDataState(data, folder)]).toEqual([step, 'after']);
    expect(readdirSync(data).filter((name) => name.startsWith('millwright.db'))).toEqual(['millwright.db']);
    const backups = readdirSync(join(data, 'backups'));
    expect([step, backups]).toEqual([step, [expect.stringMatching(/^before-migration-.*\.db$/)]]);
    rmSync(folder, { recursive: true });
  }
});
