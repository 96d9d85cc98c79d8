import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { HANG_MS } from '../support/hang.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks, PHONE } from './page-faults.ts';

setDefaultTimeout(HANG_MS);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
beforeEach(() => page.setViewportSize(DESK));
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

const index = () => page.getByRole('navigation', { name: 'Categories' });
const marked = (title: string) => index().locator('[aria-current]', { hasText: title });

test('the contents mark the section that is read, and a link opens a section', async () => {
  await page.goto(`${plant.url}/admin/settings`);
  await marked('Plant').waitFor();
  await index().getByRole('link', { name: 'Mail and alerts' }).click();
  await marked('Mail and alerts').waitFor();
  expect(page.url()).toEndWith('/admin/settings#settings-mail');
  await page.mouse.wheel(0, -20_000);
  await marked('Plant').waitFor();
  await page.goto('about:blank');
  await page.goto(`${plant.url}/admin/settings#settings-retention`);
  await marked('Data retention').waitFor();
});

test('on a phone the marked section is in view', async () => {
  await page.setViewportSize(PHONE);
  await page.goto('about:blank');
  await page.goto(`${plant.url}/admin/settings#settings-retention`);
  await marked('Data retention').waitFor();
  const box = (await marked('Data retention').boundingBox())!;
  expect([box.x >= 0, box.x + box.width <= PHONE.width]).toEqual([true, true]);
});

test('the key of a setting is in a tooltip that opens by keyboard', async () => {
  await page.goto(`${plant.url}/admin/settings?search=accent`);
  const sign = page.getByRole('button', { name: 'Key of Accent color' });
  await sign.waitFor();
  expect(await page.getByText('branding_accent').count()).toBe(0);
  await page.getByLabel('Search in settings').focus();
  await page.keyboard.press('Tab');
  while (!(await sign.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab');
  await page.getByRole('tooltip').getByText('branding_accent').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});

test('the color picker fills the accent color', async () => {
  await page.goto(`${plant.url}/admin/settings?search=accent`);
  await page.getByLabel('Choose color').fill('#aa3355');
  expect(await page.getByLabel('Accent color', { exact: true }).inputValue()).toBe('#aa3355');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Accent color saved.').waitFor();
  expect((await plant.send('GET', '/settings/branding_accent')).data).toMatchObject({ value: '#aa3355' });
});
