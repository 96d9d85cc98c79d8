import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
let path: string;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  const pc = { assetnumber: 'CELL-1', hostname: 'cell-1', serialnumber: 'SN-1', statusid: 1 };
  const { data } = await plant.send('POST', '/computers', pc);
  path = `/computers/${(data as { computerid: number }).computerid}`;
  await plant.send('POST', '/computers', {
    ...pc,
    assetnumber: 'CELL-2',
    hostname: 'cell-2',
    serialnumber: 'SN-2',
  });
});
afterAll(() => plant?.stop());

const stored = async () => (await plant.send('GET', path)).data as Record<string, unknown>;
const cell = (column: string) =>
  page.getByRole('row', { name: /cell-1/ }).locator(`td[data-cell="${column}"]`);
const editor = (title: string) => page.getByRole('dialog', { name: `Edit ${title}` });

test('a double click edits a cell, an error appears beside it, and the toast undoes the change', async () => {
  await page.goto(`${plant.url}/computers?search=cell`);
  await cell('assetnumber').dblclick();
  const input = editor('Asset number').getByLabel('Asset number');
  await input.fill('CELL-2');
  await input.press('Enter');
  await editor('Asset number').locator('[aria-invalid=true]').waitFor();
  expect(await stored()).toMatchObject({ assetnumber: 'CELL-1' });
  await input.fill('CELL-9');
  await input.press('Enter');
  await editor('Asset number').waitFor({ state: 'detached' });
  await cell('assetnumber').getByText('CELL-9').waitFor();
  expect(await stored()).toMatchObject({ assetnumber: 'CELL-9' });
  // The double click did not open the panel.
  expect(new URL(page.url()).searchParams.has('open')).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await cell('assetnumber').getByText('CELL-1').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await cell('assetnumber').getByText('CELL-9').waitFor();
  await page.getByText('Redone.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await cell('assetnumber').getByText('CELL-1').waitFor();
});

test('the keyboard edits a choice in a cell, and Escape leaves the value', async () => {
  await page.goto(`${plant.url}/computers?search=cell`);
  await cell('statusid').waitFor();
  await page.getByRole('row', { name: /cell-1/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'F2']) await page.keyboard.press(key);
  const input = editor('Status').getByRole('combobox', { name: 'Status' });
  await input.fill('repair');
  await page.getByRole('option', { name: 'In repair' }).click();
  await editor('Status').getByRole('button', { name: 'Save' }).click();
  await cell('statusid').getByText('In repair').waitFor();
  await editor('Status').waitFor({ state: 'detached' });
  await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset.cell === 'statusid');
  await page.keyboard.press('e');
  await editor('Status').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'field-statusid');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await editor('Status').waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ status: 'In repair' });
});

test('an edit of a cell that another user changed meanwhile is refused', async () => {
  await page.goto(`${plant.url}/computers?search=cell`);
  await cell('serialnumber').dblclick();
  const input = editor('Serial number').getByLabel('Serial number');
  await input.fill('SN-MINE');
  await plant.send('PUT', path, { serialnumber: 'SN-THEIRS' });
  await input.press('Enter');
  await editor('Serial number').getByRole('button', { name: 'Load changes' }).waitFor();
  expect(await stored()).toMatchObject({ serialnumber: 'SN-THEIRS' });
  await editor('Serial number').getByRole('button', { name: 'Load changes' }).click();
  await editor('Serial number').getByRole('button', { name: 'Load changes' }).waitFor({ state: 'detached' });
  expect(await input.inputValue()).toBe('SN-MINE');
  await input.press('Enter');
  await cell('serialnumber').getByText('SN-MINE').waitFor();
});
