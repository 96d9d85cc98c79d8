import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { version } from '../../src/kit/version.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { makePackages, mayInstall, runOrFail, runToEnd } from '../packages/make-packages.ts';
import { prepareExecutable } from '../support/executable.ts';

setDefaultTimeout(240_000);

const DATA = '/var/lib/millwright';
const isRun = mayInstall();
const folder = createScratchDirectory('gate-package');

let appliance: string;
beforeAll(() => {
  if (!isRun) return;
  prepareExecutable();
  [appliance] = makePackages(folder, 'deb');
});
afterAll(() => {
  if (!isRun) return;
  runToEnd('dpkg', '--purge', 'millwright');
  runToEnd('userdel', 'millwright');
});

test.if(isRun)('the package installs its program, user and data directory, and purging removes them', () => {
  runOrFail('dpkg', '-i', appliance);
  expect(runOrFail('stat', '-c', '%U:%G %a', DATA).trim()).toBe('millwright:millwright 700');
  expect(runOrFail('millwright', 'version').trim()).toBe(`millwright ${version}`);
  const purged = runOrFail('dpkg', '--purge', 'millwright');
  expect(purged).toContain('the data are deleted without one.');
  expect([existsSync(DATA), runToEnd('sh', '-c', 'command -v millwright').code]).toEqual([false, 127]);
});
