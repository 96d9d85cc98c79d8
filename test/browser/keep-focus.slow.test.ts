import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant, withPlantSetting } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

const open = async (path: string) => {
  const { session, url } = plant;
  await session.page.goto(url + path);
  await session.settled();
  return session.page;
};
const button = (name: string | RegExp) => plant.session.page.getByRole('button', { name, exact: true });
const press = async (name: string | RegExp) => {
  await button(name).focus();
  await plant.session.page.keyboard.press('Enter');
};
const hasFocus = (selector: string) => plant.session.page.locator(`${selector}:focus`).waitFor();

test('a filter is added and removed by keyboard, and the focus returns to the filter button', async () => {
  const page = await open('/assets');
  await press('Filter');
  await page.locator('.mw-filter-list').getByRole('button', { name: 'Status' }).focus();
  await page.keyboard.press('Enter');
  await hasFocus('input[data-autofocus]');
  await page.keyboard.press('ArrowDown');
  await page.locator('[role="option"]:visible').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press('Apply');
  await button(/^Status is/).waitFor();
  await hasFocus('button:has-text("Filter")');
  await press('Remove filter Status');
  await button(/^Status is/).waitFor({ state: 'detached' });
  await hasFocus('button:has-text("Filter")');
});

test('saving and undoing a setting keep the focus on its field', async () => {
  // The first value of a setting cannot be undone, so the setting gets a value first.
  await withPlantSetting(plant, 'site_name', 'Before', async () => {
    const page = await open('/admin/settings');
    await page.getByLabel('Plant name', { exact: true }).fill('Kestrel');
    await press('Save');
    await button('Save').waitFor({ state: 'detached' });
    await hasFocus('#setting-site_name');
    await press('Undo');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#setting-site_name')?.value === 'Before',
    );
    await hasFocus('#setting-site_name');
  });
});

test('a canceled dialog returns the focus to its button', async () => {
  const page = await open('/assets/1?tab=communications');
  await press('Add address');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hasFocus('button:has-text("Add address")');
});

test('the result of an import gets the focus, and another file restarts the page', async () => {
  const page = await open('/imports?target=vendors');
  const file = { name: 'vendors.csv', mimeType: 'text/csv', buffer: Buffer.from('vendor\nFocus Works\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await press('Import 1 row');
  await hasFocus('[aria-label="Result of the import"]');
  await page.getByRole('button', { name: 'Import another file' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Import as').waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);
});

test('a link focuses the heading of the next page, and a click outside clears the focus', async () => {
  const page = await open('/assets');
  await page.getByRole('link', { name: 'M-1' }).focus();
  await page.keyboard.press('Enter');
  await hasFocus('h1:has-text("M-1")');
  await page.locator('h1').click();
  await page.getByRole('link', { name: 'Edit' }).or(button('Edit')).first().focus();
  await page.mouse.click(1430, 890);
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.id === 'main',
    ),
  ).toBe(true);
});
