import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createScratchDirectory } from '../faults/process.ts';
import { buildProgram, signFile } from '../program/builds.ts';
import type { BrowserSession } from './harness.ts';
import { findFaultsInAllLooks } from './page-faults.ts';
import { type SignedIn, startSignedIn } from './signed-in.ts';

setDefaultTimeout(240_000);

const scratch = createScratchDirectory('upgrade-page');
const program = join(scratch, 'millwright');
let newer = '';
let signedIn: SignedIn;
let session: BrowserSession;
beforeAll(async () => {
  const current = buildProgram('5.0.0');
  newer = buildProgram('5.0.1');
  copyFileSync(current, program);
  rmSync(dirname(current), { recursive: true, force: true });
  signFile(newer);
  signedIn = await startSignedIn(1440, { program: [program], args: ['--no-tls'] });
  session = signedIn.session;
});
afterAll(async () => {
  await signedIn?.stop();
  if (newer) rmSync(dirname(newer), { recursive: true, force: true });
});

const card = () => session.page.getByRole('region', { name: 'Upgrade' });
const dialog = () => session.page.getByRole('dialog');

async function choose(button: string, file: string): Promise<void> {
  const [chooser] = await Promise.all([
    session.page.waitForEvent('filechooser'),
    dialog().getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(file);
}

test('an admin upgrades the program on the system page after a wrong signature was refused', async () => {
  const { page } = session;
  await page.goto(`${signedIn.appliance.url}/admin/system`);
  await card()
    .getByText(/tested on a copy/)
    .waitFor();
  await session.settled();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await card().getByRole('button', { name: 'Upgrade' }).click();
  expect(await dialog().getByRole('button', { name: 'Upgrade', exact: true }).isDisabled()).toBe(true);
  const wrong = join(scratch, 'wrong.sig');
  writeFileSync(wrong, 'nonsense');
  await choose('Choose program', newer);
  await choose('Choose signature', wrong);
  await dialog().getByRole('button', { name: 'Upgrade', exact: true }).click();
  await dialog()
    .getByText(/This is not an Ed25519 signature/)
    .waitFor();
  await session.settled();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  session.problems.splice(0);
  await choose('Choose signature', `${newer}.sig`);
  await dialog().getByRole('button', { name: 'Upgrade', exact: true }).click();
  await dialog()
    .getByText(/Testing the new version/)
    .waitFor();
  await card().getByText('Upgraded from 5.0.0 to 5.0.1').waitFor();
  await page.getByRole('region', { name: 'Program' }).getByText('5.0.1').waitFor();
  // Requests during the restart appear in the console of the browser.
  const problems = session.problems.splice(0);
  expect(problems.filter((problem) => !/503|Failed to load|ERR_CONNECTION/.test(problem))).toEqual([]);
  await session.settled();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});
