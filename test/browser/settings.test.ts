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

test('each category has a page, which the contents mark, and a former anchor opens it', async () => {
  const listShown = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  await page.goto(`${plant.url}/admin/settings`);
  await marked('Plant').waitFor();
  expect(await listShown()).toEqual(['Plant']);
  await index().getByRole('link', { name: 'Mail and alerts' }).click();
  await marked('Mail and alerts').waitFor();
  expect(page.url()).toEndWith('/admin/settings/mail');
  expect(await listShown()).toEqual(['Mail and alerts']);
  await page.goBack();
  await marked('Plant').waitFor();
  await page.goto('about:blank');
  await page.goto(`${plant.url}/admin/settings#settings-retention`);
  await marked('Data retention').waitFor();
  expect(page.url()).toEndWith('/admin/settings/retention');
});

test('a search shows settings of all categories, and a category ends it', async () => {
  await page.goto(`${plant.url}/admin/settings/mail`);
  await page.getByLabel('Search in settings').fill('shared key');
  await page.getByLabel('Accept the shared key', { exact: true }).waitFor();
  expect(await index().locator('[aria-current]').count()).toBe(0);
  await page.getByLabel('Search in settings').fill('none such');
  await page.getByText('No settings match').waitFor();
  await index().getByRole('link', { name: 'Data retention' }).click();
  await marked('Data retention').waitFor();
  expect(await page.getByLabel('Search in settings').inputValue()).toBe('');
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
