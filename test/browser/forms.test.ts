import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant({ width: 1440, height: 900 });
  ({ page } = plant.session);
});
afterAll(async () => {
  await plant?.stop();
});

const open = (path: string) => page.goto(`${plant.url}${path}`);
const focusOn = (name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute('name') === wanted, name);
const leaveQuestion = () => page.getByRole('dialog', { name: 'Discard changes' });

test('a form focuses its first field, saves with Ctrl+Enter, and asks before a link or Back loses input', async () => {
  await open('/vendors');
  await page.getByRole('button', { name: 'New vendor' }).first().click();
  await focusOn('vendor');
  await page.keyboard.type('Left behind');
  await page.getByRole('link', { name: 'Locations' }).first().click();
  await leaveQuestion().getByRole('button', { name: 'Keep editing' }).click();
  expect(new URL(page.url()).pathname).toBe('/vendors/new');
  await page.goBack();
  await leaveQuestion().getByRole('button', { name: 'Keep editing' }).click();
  await leaveQuestion().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/vendors/new');
  expect(await page.locator('[name=vendor]').inputValue()).toBe('Left behind');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/vendors\/\d+$/);
  await page.getByRole('heading', { name: 'Left behind' }).waitFor();
});

test('a user who discards the input leaves the form, and Sign out asks too', async () => {
  await open('/locations/new');
  await page.locator('[name=location]').fill('Nowhere');
  await page.getByTitle('Account of').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await leaveQuestion().getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await leaveQuestion().getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL(/\/locations$/);
});
