import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  type Appliance,
  type BrowserSession,
  openBrowser,
  startAppliance,
} from '../../../test/browser/harness.ts';
import { findFaults } from '../../../test/browser/page-faults.ts';
import { createFirstAdmin, PASSWORD } from '../../../test/faults/process.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { testJourney } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
let page: Page;
let headers: Record<string, string>;
let scopeid: number;

const api = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${appliance.url}/api${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  return ((await answer.json()) as any).data;
};
const names = async () =>
  (await api('GET', `/enforce/scopes/${scopeid}`)).entries.map(({ Name }: { Name: string }) => Name);
const open = async (tab: string) => {
  await page.goto(`${appliance.url}/enforce/scopes/${scopeid}?tab=${tab}`);
  await session.settled();
};

beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'] });
  headers = await createFirstAdmin(appliance.url);
  ({ scopeid } = await api('POST', '/enforce/scopes', { scopename: 'Press' }));
  session = await openBrowser({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  page = session.page;
  await page.goto(`${appliance.url}/login`);
  await page.getByLabel(/User ?name/i).fill('admin');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Search everything').waitFor();
});
afterAll(async () => {
  await session?.close();
  await appliance?.kill();
});

testJourney('the pages of a scope lead from an empty draft to a published revision', {
  'the page of an empty scope adds an entry with the fields of its type': async () => {
    await open('entries');
    await page.getByText('No entries yet').waitFor();
    await page.getByRole('button', { name: 'Add entry' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name', { exact: false }).first().fill('No sleep');
    expect(await dialog.getByLabel('Batch file').count()).toBe(0);
    await dialog.getByLabel('Type', { exact: true }).selectOption('BAT');
    await dialog.getByLabel('Batch file').fill('powercfg /x 0');
    await dialog.getByLabel('Detection method').selectOption('MarkerFile');
    await dialog.getByLabel('Marker file').fill('C:\\Plant\\done');
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('BAT · for every PC').waitFor();
    expect((await api('GET', `/enforce/scopes/${scopeid}`)).entries).toMatchObject([
      { Name: 'No sleep', Type: 'BAT', DetectionMethod: 'MarkerFile', haspayload: true },
    ]);
  },
  'the page saves the order when the keyboard moves an entry': async () => {
    for (const Name of ['Second', 'Third'])
      await api('POST', `/enforce/scopes/${scopeid}/entries`, { Name, Type: 'CMD', InstallArgs: 'echo' });
    await open('entries');
    await page.getByRole('button', { name: /^Third, position 3/ }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.getByText('The order is saved in the draft.').waitFor();
    expect(await names()).toEqual(['Third', 'No sleep', 'Second']);
    await page.getByRole('button', { name: 'Move down: Third' }).click();
    await page.getByText('The order is saved in the draft.').last().waitFor();
    await eventually(async () => (await names())[0] === 'No sleep', 'the order is saved');
  },
  'the publish dialog refuses a missing payload and lists the changes and the history': async () => {
    await api('POST', `/enforce/scopes/${scopeid}/entries`, { Name: 'Setup', Type: 'EXE' });
    await open('entries');
    await page.getByText('Payload missing').waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByText('Setup: the payload is missing.').waitFor();
    expect(await page.getByRole('button', { name: 'Publish revision 1' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Upload payload: Setup' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'setup.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ setup'),
    });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('setup.exe is now the payload of Setup.').waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByText('Second').waitFor();
    await page.getByLabel('Note').fill('The first one');
    await page.getByRole('button', { name: 'Publish revision 1' }).click();
    await page.getByText('PCs get revision 1').waitFor();
    await page.getByText('No unpublished changes').waitFor();
    await open('published');
    await page.getByText('Current', { exact: true }).waitFor();
    await page.getByText('The first one').waitFor();
  },
  'the simulation counts the entries that a PC gets by its host name': async () => {
    await api('POST', `/enforce/scopes/${scopeid}/entries`, {
      Name: 'Only one',
      Type: 'CMD',
      InstallArgs: 'x',
      TargetHostnames: ['press-7'],
    });
    await open('simulate');
    await page.getByText('Gets 4 of 5 entries').waitFor();
    await page.getByLabel('Host name').fill('PRESS-7');
    await page.getByText('Gets 5 of 5 entries').waitFor();
  },
  'the entry dialog asks for confirmation before it discards input': async () => {
    await open('entries');
    await page.getByRole('button', { name: 'Edit: Second' }).click();
    await page.getByRole('dialog').getByLabel('Command line').fill('echo other');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByRole('dialog').getByLabel('Command line').inputValue()).toBe('echo other');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  'each tab passes the accessibility checks': async () => {
    for (const tab of ['entries', 'simulate', 'published', 'pcs']) {
      await open(tab);
      expect([tab, await findFaults(page)]).toEqual([tab, []]);
      // The browser reports only the form that was refused.
      expect(session.problems.filter((one) => !one.includes('400 (Bad Request)'))).toEqual([]);
    }
  },
});
