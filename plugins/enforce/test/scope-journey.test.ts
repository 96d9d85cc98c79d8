import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
let scope: { path: string; page: string };
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  const { scopeid } = (await plant.send('POST', '/enforce/scopes', { scopename: 'Press' })).data as {
    scopeid: number;
  };
  scope = { path: `/enforce/scopes/${scopeid}`, page: `${plant.url}/enforce/scopes/${scopeid}` };
});
afterAll(() => plant?.stop());

async function addEntry(): Promise<void> {
  await page.goto(`${scope.page}?tab=entries`);
  await page.getByText('No entries yet').waitFor();
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('No sleep');
  await dialog.getByLabel('Type', { exact: true }).selectOption('BAT');
  await dialog.getByLabel('Batch file').fill('powercfg /x 0');
  await dialog.getByLabel('Detection method').selectOption('MarkerFile');
  await dialog.getByLabel('Marker file').fill('C:\\Plant\\done');
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('BAT · for every PC').waitFor();
  expect((await plant.send('GET', scope.path)).data).toMatchObject({
    entries: [{ Name: 'No sleep', Type: 'BAT', DetectionMethod: 'MarkerFile', haspayload: true }],
  });
}

async function addProgram(): Promise<void> {
  await plant.send('POST', `${scope.path}/entries`, { Name: 'Setup', Type: 'EXE' });
  await page.reload();
  await page.getByRole('button', { name: 'Upload payload: Setup' }).click();
  const buffer = Buffer.from('MZ setup');
  const file = { name: 'setup.exe', mimeType: 'application/octet-stream', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('setup.exe is now the payload of Setup.').waitFor();
}

async function publish(): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('dialog').getByText('No sleep').waitFor();
  await page.getByLabel('Note').fill('The first one');
  await page.getByRole('button', { name: 'Publish revision 1' }).click();
  await page.getByText('PCs get revision 1').waitFor();
  await page.goto(`${scope.page}?tab=published`);
  await page.getByText('Current', { exact: true }).waitFor();
  await page.getByText('The first one').waitFor();
}

test('an admin adds entries with their payload, publishes them and simulates a PC', async () => {
  await step('Add entry', addEntry);
  await step('Add a program with its payload', addProgram);
  await step('Publish the draft', publish);
  await step('Simulate a PC', async () => {
    await page.goto(`${scope.page}?tab=simulate`);
    await page.getByText('Gets 2 of 2 entries').waitFor();
  });
  expect(plant.session.problems).toEqual([]);
});
