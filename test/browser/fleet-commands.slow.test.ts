import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type FleetStage, startFleet } from './fleet-stage.ts';

setDefaultTimeout(120_000);

let fleet: FleetStage;
beforeEach(async () => {
  fleet = await startFleet();
});
afterEach(() => fleet?.stop());

/** Allows scripts, restarts and messages for "press-8" only. */
async function allowOnPress8(): Promise<void> {
  const allowing = { policyname: 'Presses beside', scope: { hostname: 'press-8' }, priority: -10 };
  const allowedactions = ['run_script', 'reboot', 'message'];
  await fleet.send('POST', '/endpoints/policies', { ...allowing, allowedactions });
}

test('a command with an override runs and shows its result when the agent sends it', async () => {
  const { page } = fleet.session;
  const agent = await fleet.enrol('press-7');
  await page.goto(`${fleet.url}/assets/${fleet.pcs['press-7']}?tab=agent`);
  await page.getByRole('button', { name: 'Run command' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run command on press-7' });
  await dialog.getByLabel('Command to run').selectOption('Run script (policy override)');
  await dialog.getByRole('button', { name: 'Run on press-7' }).click();
  await dialog.getByText('Choose the script.').waitFor();
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog
    .getByRole('textbox', { name: 'Script' })
    .or(dialog.getByRole('combobox', { name: 'Script' }))
    .first()
    .click();
  await page.getByRole('listbox').getByRole('option', { name: 'Clear the spooler' }).click();
  await dialog.getByLabel('Reason').fill('The queue hangs');
  await dialog.getByRole('button', { name: 'Run on press-7' }).click();
  await dialog.waitFor({ state: 'detached' });
  const commands = page.getByRole('table', { name: 'Commands' });
  await commands.getByText('Queued').waitFor();
  await page.getByText(/mara locked this PC until .*: The queue hangs/).waitFor();
  const { commandid } = (await agent('GET', '/commands/next?wait=0'))! as { commandid: number };
  const result = { status: 'failed', exitcode: 5, output: 'Access is denied.\nAt line 1', durationms: 1200 };
  await agent('POST', `/commands/${commandid}/result`, result);
  await commands.getByText('exit code 5').waitFor();
  await commands.getByRole('button', { name: 'Run script' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Run script' });
  await drawer.getByText('mara, policy override').waitFor();
  expect(await drawer.getByRole('region', { name: 'Output' }).innerText()).toContain('At line 1');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Run script');
  await page.getByRole('table', { name: 'Activity' }).getByText('Failed').waitFor();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('press-7 is unlocked.').waitFor();
  expect(fleet.session.problems).toEqual([]);
});

test('a script runs on all PCs only when the admin confirms it and the policy allows it', async () => {
  const { page } = fleet.session;
  await page.goto(`${fleet.url}/endpoints/scripts`);
  await page.getByRole('link', { name: 'Clear the spooler' }).click();
  await page.getByRole('button', { name: 'Run script' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const run = dialog.getByRole('button', { name: /^Run on \d+ PCs$/ });
  // A command that every policy would reject cannot be sent.
  await dialog.getByText('The policy “Standard” does not allow this on any of these').waitFor();
  expect(await run.isDisabled()).toBe(true);
  await allowOnPress8();
  await page.reload();
  await page.getByRole('button', { name: 'Run script' }).press('Enter');
  await dialog
    .getByText(/^The policy “Standard” does not allow this on \d+ of \d+ PCs: these PCs are skipped/)
    .waitFor();
  await run.click();
  await dialog.getByText('Confirm this command.').waitFor();
  await dialog.getByRole('checkbox', { name: /^Run on every PC of the plant/ }).check();
  // The error disappears when the cause is corrected.
  await dialog.getByText('Confirm this command.').waitFor({ state: 'detached' });
  await run.click();
  await dialog.getByRole('region', { name: 'Rejected' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(fleet.session.problems).toEqual([]);
});

test('the list of computers updates their state without a reload, and the dialog lists refused commands', async () => {
  const { page } = fleet.session;
  const agent = await fleet.enrol('press-7');
  await allowOnPress8();
  await page.goto(`${fleet.url}/computers?verdict=notok`);
  await page.getByRole('button', { name: 'Agent state is Not OK' }).waitFor();
  await page.getByRole('link', { name: 'press-7' }).waitFor();
  const checks = [{ name: 'disk', level: 'degraded', message: '2 % left' }];
  await agent('POST', '/checkin', { agentversion: '0.1.0', checks });
  await page.getByText('disk: 2 % left').waitFor();
  await page.goto(`${fleet.url}/computers?search=press`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Run command' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('press-7, press-8').waitFor();
  const action = dialog.getByLabel('Command to run');
  const grey = action.locator('option:disabled');
  expect(await grey.allTextContents()).toContain(
    'Start scheduled task (not allowed by “Standard”, “Presses beside”)',
  );
  await action.selectOption('Restart PC (not on 1 of 2 PCs)');
  await dialog.getByText('Unsaved work is lost').waitFor();
  await dialog.getByRole('checkbox', { name: 'Restart 2 PCs' }).check();
  await dialog.getByRole('button', { name: 'Run on 2 PCs' }).click();
  await dialog.getByText('Queued for 1 PC.').waitFor();
  await dialog.getByText('Rejected for 1 PC:').waitFor();
  expect(
    await dialog.getByText('The policy "Standard" does not allow "Restart PC" on this PC.').count(),
  ).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Run command' }).click();
  await dialog.getByLabel('Command to run').selectOption('Show message');
  await dialog.getByLabel('Text').fill('Coffee is ready.');
  await dialog.getByRole('combobox', { name: 'Host name' }).fill('lab-1');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Run on lab-1' }).click();
  await dialog.getByText('Queued for 1 PC.').waitFor();
  await dialog.getByText('1 PC has not checked in yet: the command waits until it expires.').waitFor();
  expect(await dialog.getByText('Online PCs fetch the command within seconds').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.goto(`${fleet.url}/endpoints/commands?state=queued`);
  const queued = page.getByRole('row', { name: /Show message/ });
  await queued.getByRole('button', { name: 'Cancel: Show message' }).click();
  await page.getByText('Show message on lab-1 is canceled.').waitFor();
  await queued.waitFor({ state: 'detached' });
  expect(fleet.session.problems).toEqual([]);
});
