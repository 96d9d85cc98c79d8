import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { millwright, scratchDirectory } from '../faults/process.ts';
import { putOldData, stateOf } from './old-data.ts';

setDefaultTimeout(600_000);

const KILLS = 50;
const scratch = scratchDirectory('cut-off');
const root = join(import.meta.dir, '../..');

/** Upgrades the data, and is killed after so many milliseconds; answers whether it was through before. */
async function upgradeFor(data: string, ms: number): Promise<boolean> {
  const flags = ['--no-env-file', 'src/main.ts', 'migrate', '--data', data];
  const child = Bun.spawn([process.execPath, ...flags], { cwd: root, stdout: 'ignore', stderr: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  const code = await child.exited;
  clearTimeout(timer);
  return code === 0;
}

test('killed at fifty random moments, an upgrade of 0.1.0 leaves data of before or of after, and the next one ends it', async () => {
  const whole = putOldData(mkdtempSync(join(scratch, 'whole-')));
  const began = performance.now();
  expect(await upgradeFor(whole, 60_000)).toBe(true);
  const takes = performance.now() - began;
  const seen: Record<string, number> = { before: 0, after: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const folder = mkdtempSync(join(scratch, 'case-'));
    const data = putOldData(folder);
    // The second half, in which the work is: the first is the start of the program.
    const ms = takes * (0.3 + 0.75 * Math.random());
    await upgradeFor(data, ms);
    const state = stateOf(data, folder);
    expect([kill, Math.round(ms), state]).toEqual([
      kill,
      Math.round(ms),
      seen[state] === undefined ? 'before or after' : state,
    ]);
    seen[state]!++;
    const next = await millwright('migrate', '--data', data);
    expect([kill, next.code, next.stderr]).toEqual([kill, 0, '']);
    expect([kill, stateOf(data, folder)]).toEqual([kill, 'after']);
    expect(readdirSync(data).filter((name) => name.startsWith('millwright.db'))).toEqual(['millwright.db']);
    expect(readdirSync(join(data, 'backups')).every((name) => /^before-migration-.*\.db$/.test(name))).toBe(
      true,
    );
    rmSync(folder, { recursive: true });
  }
  expect(seen.before).toBeGreaterThan(5);
});
