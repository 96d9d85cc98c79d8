import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { step } from '../support/step.ts';
import { createAgentCall, type FleetStage, startFleet } from './fleet-stage.ts';

setDefaultTimeout(120_000);

let fleet: FleetStage;
let page: Page;
beforeAll(async () => {
  fleet = await startFleet();
  page = fleet.session.page;
});
afterAll(() => fleet?.stop());

/** Approves the requesting agent and returns its credential. */
async function approve(): Promise<string> {
  expect(await fleet.ask('press-7')).toMatchObject({ state: 'pending' });
  await page.goto(`${fleet.url}/endpoints/enrollment`);
  const request = page.getByRole('region', { name: 'press-7' });
  await request.getByText('Host name and serial number match the register.').waitFor();
  await page.getByRole('button', { name: 'Approve press-7' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByText('press-7 is approved').waitFor();
  await request.waitFor({ state: 'detached' });
  const answer = await fleet.ask('press-7');
  expect(answer).toMatchObject({ state: 'enrolled' });
  return answer!.credential!;
}

async function runScript(): Promise<void> {
  await page.goto(`${fleet.url}/endpoints/${fleet.pcs['press-7']}`);
  await page.getByRole('button', { name: 'Run command' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run command on press-7' });
  const command = dialog.getByLabel('Command to run');
  await command.selectOption('Clear the spooler');
  expect(await command.inputValue()).toBe('run_script');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Clear the spooler'),
  );
  await dialog.getByLabel('Reason').fill('The queue hangs');
  await dialog.getByRole('button', { name: 'Run on press-7' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Commands' }).getByText('Queued').waitFor();
}

async function readResult(credential: string): Promise<void> {
  const agent = createAgentCall(fleet.url, credential);
  const { commandid } = (await agent('GET', '/commands/next?wait=0')) as { commandid: number };
  const result = { status: 'failed', exitcode: 5, output: 'Access is denied.\nAt line 1', durationms: 1200 };
  await agent('POST', `/commands/${commandid}/result`, result);
  // The list is polled only now and then, so the test reloads it.
  await page.reload();
  const commands = page.getByRole('table', { name: 'Commands' });
  await commands.getByText('exit code 5').waitFor();
  await commands.getByRole('button', { name: 'Run script' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Run script' });
  await drawer.getByText('mara, policy override').waitFor();
  expect(await drawer.getByRole('region', { name: 'Output' }).innerText()).toContain('At line 1');
}

/** Opens the former address of the list of PCs, and goes from view to view. */
async function readViews(): Promise<void> {
  await page.goto(`${fleet.url}/endpoints?search=press`);
  await page.waitForURL(/\/computers\?search=press$/);
  const views = page.getByRole('navigation', { name: 'Views of Computers' });
  const currentView = () => views.locator('[aria-current="page"]').innerText();
  const row = (name: string) => page.getByRole('row', { name });
  await row('press-8').getByText('No agent').waitFor();
  expect(await currentView()).toBe('All');
  await views.getByRole('link', { name: 'Managed' }).click();
  await row('press-8').waitFor({ state: 'detached' });
  expect([await currentView(), await row('press-7').count()]).toEqual(['Managed', 1]);
  await views.getByRole('link', { name: 'Not reporting' }).click();
  await page.getByText('No computers match').waitFor();
}

test('an admin approves an agent, runs a script on its PC and reads the result', async () => {
  const credential = await step('Approve the agent', approve);
  await step('Run a script with a reason', runScript);
  await step('Read the result', () => readResult(credential));
  await step('Read the views of the list', readViews);
  expect(fleet.session.problems).toEqual([]);
});
