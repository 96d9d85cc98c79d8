import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  for (let n = 1; n <= 4; n++) await plant.send('POST', '/vendors', { vendor: `Maker ${n}` });
});
afterAll(() => plant?.stop());

/** Waits until the row with this text has the focus. */
const focusOn = (text: string) =>
  page.waitForFunction((wanted) => {
    const { activeElement } = document;
    return activeElement?.tagName === 'TR' && activeElement.textContent?.includes(wanted);
  }, text);

test('keys move between the rows of a list, select them, and open their panel and their page', async () => {
  await page.goto(`${plant.url}/vendors?search=maker`);
  await page.getByRole('row', { name: /Maker 1/ }).waitFor();
  await page.getByRole('button', { name: 'Skip to content' }).press('Enter');
  await focusOn('Maker 1');
  for (const key of ['j', 'ArrowDown', 'j', 'j']) await page.keyboard.press(key);
  await focusOn('Maker 4');
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowUp');
  await focusOn('Maker 2');
  await page.keyboard.press('x');
  const box = page.getByRole('checkbox', { name: 'Select Maker 2' });
  expect(await box.isChecked()).toBe(true);
  await page.keyboard.press('x');
  expect(await box.isChecked()).toBe(false);
  const panel = page.getByRole('complementary', { name: 'Maker 2' });
  await page.keyboard.press('Space');
  await panel.waitFor();
  await focusOn('Maker 2');
  await page.keyboard.press('Space');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Maker 2' }).waitFor();
  await page.goBack();
  await page.getByRole('row', { name: /Maker 3/ }).waitFor();
  for (const key of ['j', 'j', 'j', 'e']) await page.keyboard.press(key);
  await page.waitForURL(/\/vendors\/\d+\/edit$/);
  expect(await page.locator('#field-vendor').inputValue()).toBe('Maker 3');
  expect(plant.session.problems).toEqual([]);
});

test('keys of a list are text while the user types in a field', async () => {
  await page.goto(`${plant.url}/vendors?search=maker`);
  await page.getByRole('row', { name: /Maker 1/ }).waitFor();
  const search = page.getByPlaceholder('Search in vendors');
  await search.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('jkxe');
  expect(await search.inputValue()).toContain('jkxe');
  expect(new URL(page.url()).pathname).toBe('/vendors');
  await page.goto(`${plant.url}/vendors`);
  await page.getByRole('row', { name: /Maker 1/ }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Select row').waitFor();
  expect(plant.session.problems).toEqual([]);
});
