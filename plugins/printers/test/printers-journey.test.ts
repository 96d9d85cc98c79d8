import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';
import { createPrinterStage } from './printer-stage.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
let stage: Awaited<ReturnType<typeof createPrinterStage>>;
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_ALLOW_LOOPBACK: '1' });
  stage = await createPrinterStage(plant.send);
  page = plant.session.page;
});
afterAll(async () => {
  stage?.zabbix.stop();
  await plant?.stop();
});

const rowsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr');

async function findWhatToOrder(): Promise<void> {
  await page.goto(`${plant.url}/printers/supplies`);
  await page.getByText('2 to order. 1 printer reports no levels.').waitFor();
  expect(await rowsOf('Supplies').first().innerText()).toMatch(/HALL3-COLOR\s+Cyan toner\s+7 %, critical/);
  await page.getByLabel('State').selectOption('order');
  expect(await rowsOf('Supplies').count()).toBe(2);
}

async function choosePrinter(): Promise<void> {
  await page.goto(`${plant.url}/assets/${stage.pc}?tab=printers`);
  await page.getByRole('button', { name: 'Assign printers' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('OFFICE-MONO · PR-03', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await rowsOf('Assigned printers').getByText('Assigned here').waitFor();
}

async function downloadInstaller(): Promise<void> {
  await page.goto(`${plant.url}/printers/install`);
  await page.getByLabel('OFFICE-MONO').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download for 1' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect([text.includes('OFFICE-MONO'), text.includes('HALL3-COLOR')]).toEqual([true, false]);
}

test('an admin finds supplies to order, chooses the printer of a PC and downloads its installer', async () => {
  await step('Find what to order', findWhatToOrder);
  await step('Choose the printer of a PC', choosePrinter);
  await step('Download installer', downloadInstaller);
  expect(plant.session.problems).toEqual([]);
});
