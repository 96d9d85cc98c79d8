import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, drawFrames, PHONE } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  const { data } = await plant.send('POST', '/computers', { assetnumber: 'PC-1', hostname: 'one' });
  await plant.send('POST', '/customfields', { fieldname: 'cost', label: 'Cost center' });
  for (let n = 1; n <= 200; n++)
    await plant.send('POST', '/customfields', { fieldname: `x${n}`, label: `Extra ${n}` });
  await plant.send('PUT', `/assets/${(data as { assetid: number }).assetid}/customfields`, {
    values: { cost: '4711' },
  });
});
afterAll(() => plant?.stop());

const titles = () => plant.session.page.locator('th[data-column]').allInnerTexts();
const button = (name: string) => plant.session.page.getByRole('button', { name, exact: true });
const box = async (column: string) =>
  (await plant.session.page.locator(`th[data-column="${column}"]`).boundingBox())!;

/** Opens the computers with the default columns. */
async function openWithDefaults(): Promise<void> {
  const { page } = plant.session;
  await page.goto(`${plant.url}/computers`);
  await page.evaluate(() => localStorage.removeItem('millwright.columns.computers'));
  await page.reload();
}

test('columns are chosen, moved, sized and pinned, saved as a view and opened again', async () => {
  const { page } = plant.session;
  await openWithDefaults();
  await page.getByText('PC-1', { exact: true }).first().waitFor();
  await button('Choose columns').click();
  await page.getByLabel('Find a column').fill('cost');
  await page.getByRole('checkbox', { name: 'Cost center' }).check();
  await page.getByRole('cell', { name: '4711' }).waitFor();
  await page.getByLabel('Find a column').fill('');
  // The keyboard moves a column, and the focus stays on the button.
  const before = await titles();
  await button('Move Cost center left').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await titles()).toEqual([...before.slice(0, -3), 'Cost center', ...before.slice(-3, -1)]);
  await button('Move Cost center right').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await titles()).toEqual(before);
  await button('Pin Cost center').click();
  expect((await titles())[0]).toBe('Cost center');
  const { width } = await box('cf_cost');
  await button('Widen Cost center').click();
  expect((await box('cf_cost')).width).toBe(Math.round(width) + 40);
  await page.keyboard.press('Escape');

  // The mouse drags the edge of the heading; a double click resets the width.
  const edge = async () => {
    const { x, y, width, height } = await box('cf_cost');
    return { x: x + width - 3, y: y + height / 2 };
  };
  const from = await edge();
  const wide = await box('cf_cost');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y, { steps: 4 });
  await page.mouse.up();
  expect((await box('cf_cost')).width).toBe(wide.width + 60);

  // A pinned column keeps its place while the others scroll.
  const pinned = await box('cf_cost');
  await page.setViewportSize({ width: 800, height: 900 });
  const frame = page.locator('.mw-table-wrap');
  await drawFrames(page);
  await frame.evaluate((element) => element.scrollTo({ left: 200 }));
  expect(await frame.evaluate((element) => element.scrollLeft)).toBe(200);
  const frameLeft = (await frame.boundingBox())!.x;
  expect((await box('cf_cost')).x - frameLeft).toBeLessThan(60);
  await page.setViewportSize(DESK);
  await drawFrames(page);
  expect((await box('cf_cost')).width).toBe(pinned.width);

  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Costs');
  await button('Save').click();
  await button('View Costs').waitFor();
  const saved = await titles();

  await page.mouse.dblclick((await edge()).x, (await edge()).y);
  await button('Views').waitFor();
  expect((await box('cf_cost')).width).toBeLessThan(pinned.width);
  await button('Choose columns').click();
  await button('Reset columns').click();
  await page.keyboard.press('Escape');
  expect(await titles()).not.toContain('Cost center');
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Costs' }).click();
  await page.getByRole('cell', { name: '4711' }).waitFor();
  expect(await titles()).toEqual(saved);
  expect((await box('cf_cost')).width).toBe(pinned.width);

  await button('Export as CSV').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Shown columns' }).click();
  const text = await Bun.file((await (await download).path())!).text();
  expect(text.replace('\uFEFF', '').split(',')[0]).toBe('cf_cost');
  expect(text).toContain('\r\n4711,');
  expect(plant.session.problems).toEqual([]);
});

test('a heading is dragged to another place and sorts by its custom field', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/computers`);
  await page.evaluate(() =>
    localStorage.setItem('millwright.columns.computers', '["hostname", 5, "cf_cost", "gone", "cf_gone"]'),
  );
  await page.reload();
  await page.getByRole('cell', { name: '4711' }).waitFor();
  const before = await titles();
  await page.locator('th[data-column="cf_cost"]').dragTo(page.locator('th[data-column]').first());
  expect(await titles()).toEqual(['Cost center', ...before.slice(0, -1)]);
  await button('Cost center').click();
  await page.waitForURL(/sort=cf_cost/);
  await page.getByRole('cell', { name: '4711' }).waitFor();
  expect(plant.session.problems).toEqual([]);
});

test('a card on a phone shows the chosen columns in their order', async () => {
  const { page } = plant.session;
  await page.setViewportSize(PHONE);
  await openWithDefaults();
  const facts = () => page.locator('.mw-card').first().locator('dt').allInnerTexts();
  await page.locator('.mw-card').first().waitFor();
  expect(await facts()).toEqual(['Status', 'Agent state', 'Location', 'Logged-in user']);
  await button('Choose columns').click();
  await page.getByLabel('Find a column').fill('cost center');
  await page.getByRole('checkbox', { name: 'Cost center' }).check();
  await page.getByLabel('Find a column').fill('');
  await button('Pin Cost center').click();
  expect((await facts())[0]).toBe('Cost center');
  await page.locator('.mw-card').getByText('4711').waitFor();
  const chooser = (await page.getByLabel('Find a column').boundingBox())!;
  expect(chooser.x).toBeGreaterThanOrEqual(0);
  expect(chooser.x + chooser.width).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(DESK);
  expect(plant.session.problems).toEqual([]);
});
