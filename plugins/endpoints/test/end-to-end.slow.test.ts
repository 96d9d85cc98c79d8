import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type Appliance,
  type BrowserSession,
  openBrowser,
  startAppliance,
} from '../../../test/browser/harness.ts';
import { createScratchDirectory } from '../../../test/faults/process.ts';
import { pinOfAppliance, runAgentProgram, startAgentProcess } from './agent-process.ts';

setDefaultTimeout(120_000);

const ACCOUNT = { username: 'mara', password: 'correct horse' };
const name = hostname().split('.')[0]!.toLowerCase();
const folder = createScratchDirectory('agent');
const log = join(folder, 'press.log');
const marker = join(folder, 'hello.done');

let appliance: Appliance;
let session: BrowserSession;
let agent: ReturnType<typeof startAgentProcess> | undefined;
let assetid: number;
beforeAll(async () => {
  appliance = await startAppliance();
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const send = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body), tls: { rejectUnauthorized: false } };
    return (await (await fetch(`${appliance.url}/api${path}`, init)).json()).data;
  };
  await send('/setup/create-admin', { ...ACCOUNT, email: 'mara@plant.example' });
  headers.authorization = `Bearer ${(await send('/auth/login', ACCOUNT)).access_token}`;
  ({ assetid } = await send('/computers', { assetnumber: 'PC-1', hostname: name }));
  await send('/endpoints/scripts', { scriptname: 'Say who you are', body: 'echo I am $(hostname)' });
  session = await openBrowser();
});
afterAll(async () => {
  agent?.kill();
  await agent?.exited;
  await session?.close();
  await appliance?.stop();
});

const open = (path: string) => session.page.goto(`${appliance.url}${path}`);
const button = (text: string | RegExp) => session.page.getByRole('button', { name: text });
const dialog = () => session.page.getByRole('dialog');

test('an admin approves a PC in the browser, runs commands, revokes it and approves it again', async () => {
  const { page } = session;
  await open('/login');
  await page.getByLabel('User name').fill(ACCOUNT.username);
  await page.locator('input[type=password]').fill(ACCOUNT.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Search everything').waitFor();

  const place = ['--state', join(folder, 'state')];
  const pin = pinOfAppliance(appliance);
  const enrollment = await runAgentProgram('enroll', '--server', appliance.url, '--pin', pin, ...place);
  expect([enrollment.code, enrollment.out]).toEqual([0, expect.stringContaining('waits for approval')]);
  agent = startAgentProcess(...place);
  await approve();
  await open(`/assets/${assetid}?tab=agent`);
  await page.getByText('Enrolled', { exact: true }).first().waitFor();

  await run('Run script', async () => {
    await dialog()
      .getByRole('textbox', { name: 'Script' })
      .or(dialog().getByRole('combobox', { name: 'Script' }))
      .first()
      .click();
    await page.getByRole('listbox').getByRole('option', { name: 'Say who you are' }).click();
  });
  const commands = page.getByRole('table', { name: 'Commands' });
  const done = commands.getByRole('row', { name: /Run script.*Succeeded/ });
  await done.getByRole('button', { name: 'Run script' }).click();
  const output = page.getByRole('region', { name: 'Output' });
  expect(await output.innerText()).toContain('I am ');
  await page.keyboard.press('Escape');

  // A command with an override locks the PC until an admin unlocks it.
  await button('Unlock').click();
  await page.getByText(`${name} is unlocked.`).waitFor();
  writeFileSync(log, 'line 1\nthe press is warm\n');
  await run('Fetch log file', async () => {
    await dialog().getByLabel('Path').fill(log);
    await dialog().getByRole('checkbox', { name: 'Other folder or file name' }).check();
  });
  await commands.getByRole('row', { name: /Fetch log file.*Succeeded/ }).waitFor();
  await button('Unlock').click();
  await page.getByText(`${name} is unlocked.`).first().waitFor();

  await publishFor();
  await open(`/assets/${assetid}?tab=agent`);
  await run('Enforce settings', async () => undefined);
  await commands.getByRole('row', { name: /Enforce settings.*Succeeded/ }).waitFor();
  expect(readFileSync(marker, 'utf8').trim()).toBe('1');
  await open('/enforce/reports');
  await page.getByRole('row', { name: new RegExp(`${name}.*common.*Changed`) }).waitFor();

  await open(`/assets/${assetid}?tab=agent`);
  await button('Revoke').click();
  await dialog().getByLabel('Reason').fill('The PC moves to the lab');
  await dialog().getByRole('button', { name: 'Revoke' }).click();
  await page.getByText(/^The credential of .* is revoked\.$/).waitFor();
  await button('Block enrollment').click();
  await dialog().getByRole('button', { name: 'Block' }).click();
  await page.getByText(/^Enrollment of .* is blocked\.$/).waitFor();
  await button('Allow enrollment').click();
  await dialog().getByRole('button', { name: 'Allow' }).click();
  await page.getByText(/can enroll again\.$/).waitFor();

  await approve();
  await open(`/assets/${assetid}?tab=agent`);
  await button('Revoke').waitFor();
  expect(session.problems).toEqual([]);
});

/** Creates and publishes an enforcement scope for all PCs. */
async function publishFor(): Promise<void> {
  const { page } = session;
  await open('/enforce/scopes/new');
  await page.getByLabel('Scope').fill('common');
  await button('Create enforcement scope').click();
  await page.getByRole('tab', { name: 'Entries' }).click();
  await button('Add entry').first().click();
  await dialog().getByRole('textbox', { name: 'Name' }).first().fill('Say hello');
  await dialog().getByLabel('Type', { exact: true }).selectOption({ value: 'CMD' });
  await dialog().getByLabel('Command line').fill('echo hello');
  await dialog().getByLabel('Detection method').selectOption({ value: 'MarkerFile' });
  await dialog().getByLabel('Marker file').fill(marker);
  await dialog().getByLabel('Marker text').fill('1');
  await dialog().locator('button[type=submit]').click();
  await dialog().waitFor({ state: 'detached' });
  await button('Publish').click();
  await dialog().getByRole('button', { name: 'Publish revision 1' }).click();
  await page.getByText('PCs get revision 1').waitFor();
}

/** Approves the request, which appears in the inbox by itself. */
async function approve(): Promise<void> {
  await open('/endpoints/enrollment');
  await button(`Approve ${name}`).click();
  await dialog().getByRole('button', { name: 'Approve' }).click();
  await session.page.getByText(`${name} is approved`).waitFor();
  await session.page.getByRole('region', { name }).waitFor({ state: 'detached' });
}

/** Runs a command on the PC of the open page, with a reason when its policy does not allow it. */
async function run(action: string, fill: () => Promise<void>): Promise<void> {
  await button('Run command').click();
  const select = dialog().getByLabel('Command to run');
  const label = await select.locator('option', { hasText: action }).first().innerText();
  await select.selectOption(label);
  await fill();
  const why = dialog().getByLabel('Reason');
  if (await why.count()) await why.fill('a test');
  await dialog()
    .getByRole('button', { name: /^Run on/ })
    .click();
  await dialog().waitFor({ state: 'detached' });
}
