import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type FleetStage, startFleet } from './fleet-stage.ts';

setDefaultTimeout(120_000);

let fleet: FleetStage;
beforeEach(async () => {
  fleet = await startFleet();
});
afterEach(() => fleet?.stop());

test('a policy shows its scope and actions by name when an admin creates it with checkboxes', async () => {
  const { page } = fleet.session;
  await page.goto(`${fleet.url}/endpoints/policies`);
  const standing = page.getByRole('region', { name: 'Standard' });
  await standing.getByText('Refresh inventory, Enforce settings, Sync printers, Show message').waitFor();
  expect(await standing.getByRole('link').or(standing.getByRole('button')).count()).toBe(0);
  await page.goto(`${fleet.url}/endpoints/policies/new`);
  await page.getByLabel('Policy').fill('Presses');
  await page.getByRole('combobox', { name: 'Host name' }).fill('press-7');
  await page.keyboard.press('Enter');
  await page.getByText('1 PC', { exact: true }).waitFor();
  await page.getByLabel('Restart PC').check();
  await page.getByRole('button', { name: 'Create policy' }).click();
  await page.waitForURL(/policies\/\d+$/);
  await page.getByText('host name is press-7').waitFor();
  const [policy] = (await fleet.send('GET', '/endpoints/policies')).data as object[];
  expect(policy).toMatchObject({ scope: { hostname: ['press-7'] }, allowedactions: ['reboot'] });
  expect(fleet.session.problems).toEqual([]);
});

test('the revisions of a script show the changed lines when an admin edits it by keyboard', async () => {
  const { page } = fleet.session;
  await page.goto(`${fleet.url}/endpoints/scripts/1/edit`);
  const editor = page.getByLabel('Text');
  await editor.press('Control+End');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Start-Service Spooler');
  expect(await editor.inputValue()).toBe('Stop-Service Spooler\n\tStart-Service Spooler');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(false);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('tab', { name: 'Revisions' }).click();
  const lines = page.getByRole('table', { name: 'Lines that differ' });
  await lines.getByRole('row', { name: /added\s+Start-Service Spooler/ }).waitFor();
  expect(await page.getByRole('tab', { name: 'Revisions' }).count()).toBe(1);
  expect(fleet.session.problems).toEqual([]);
});
