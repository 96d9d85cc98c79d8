import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { step } from '../support/step.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { openTab } from './open-tab.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  await plant.send('POST', '/computers', { assetnumber: 'PC-1', hostname: 'lathe-pc' });
  for (const vendor of ['Aachen Tools', 'Zeblin']) await plant.send('POST', '/vendors', { vendor });
});
afterAll(() => plant?.stop());

async function createMachine(): Promise<void> {
  await page.goto(`${plant.url}/machines/new`);
  await page.getByLabel('Asset number').fill('MC-2');
  await page.getByRole('combobox', { name: 'Vendor' }).focus();
  await page.keyboard.type('zeb');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#field-vendorid')?.value === 'Zeblin',
  );
  expect(new URL(page.url()).pathname).toBe('/machines/new');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'MC-2' }).waitFor();
}

async function tieToPc(): Promise<void> {
  await openTab(page, 'PCs and devices');
  await page.getByRole('button', { name: 'Connect a PC' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await page.keyboard.type('PC-1');
  await page.keyboard.press('Enter');
  await page.locator('[role=dialog] [role=combobox][aria-expanded=true]').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Controlled by' }).getByRole('link', { name: 'PC-1' }).waitFor();
}

async function checkOutStick(): Promise<void> {
  await plant.send('POST', '/usb', { assetnumber: 'US-1', deviceid: 'US-1' });
  await page.goto(`${plant.url}/usb/1`);
  await page.getByRole('button', { name: 'Check out' }).press('Enter');
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'holdersso');
  await page.keyboard.type('4711');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Check in' }).waitFor();
}

test('a user creates, connects and checks out records by keyboard', async () => {
  await step('Create a machine', createMachine);
  await step('Connect it to its PC', tieToPc);
  await step('Check a stick out', checkOutStick);
  expect(plant.session.problems).toEqual([]);
});
