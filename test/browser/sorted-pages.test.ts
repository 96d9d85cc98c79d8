import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks, PHONE } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  const { send } = plant;
  for (const n of [10, 9, 2]) {
    await send('POST', '/computers', { assetnumber: `SORT-${n}`, hostname: `sort-${n}` });
    const { data } = await send('GET', `/computers?search=SORT-${n}`);
    const [{ assetid }] = data as [{ assetid: number }];
    await send('POST', `/endpoints/asset/${assetid}/commands`, { action: 'inventory_refresh' });
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const n of [10, 9, 2])
    await send('POST', '/measuringtools', {
      assetnumber: `GAUGE-${n}`,
      lastcalibrationdate: today,
      calibrationintervaldays: n,
    });
});
afterAll(() => plant?.stop());

/** Maximum height of a row of filters with the gap below it. */
const ROW = 48;

const button = (name: string | RegExp) => plant.session.page.getByRole('button', { name, exact: true });

/** Clicks the heading of a column, and waits until the table is sorted by it in this direction. */
async function sortBy(title: string, direction: 'ascending' | 'descending'): Promise<void> {
  const { page } = plant.session;
  await page.getByRole('columnheader', { name: title, exact: true }).getByRole('button').click();
  await page.locator(`th[aria-sort=${direction}]`, { hasText: title }).waitFor();
  await page.locator('.mw-list-body:not([data-old])').waitFor();
}

/** Returns the texts in the list that match, in its order. */
async function listTexts(pattern: RegExp): Promise<string[]> {
  const text = await plant.session.page.locator('.mw-list-body').first().innerText();
  return [...text.matchAll(pattern)].map(([found]) => found);
}

test('commands sort by the headings and are filtered by operators', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/endpoints/commands`);
  await page.getByText('sort-2', { exact: true }).waitFor();
  expect(await listTexts(/sort-\d+/g)).toEqual(['sort-2', 'sort-9', 'sort-10']);
  await sortBy('Requested', 'ascending');
  expect(await listTexts(/sort-\d+/g)).toEqual(['sort-10', 'sort-9', 'sort-2']);
  await sortBy('PC', 'ascending');
  expect(await listTexts(/sort-\d+/g)).toEqual(['sort-2', 'sort-9', 'sort-10']);
  await sortBy('PC', 'descending');
  expect(await listTexts(/sort-\d+/g)).toEqual(['sort-10', 'sort-9', 'sort-2']);
  await button('Filter').click();
  await page.getByLabel('Find a filter').fill('PC');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Value' }).fill('sort-1');
  await button('Apply').click();
  await button('PC contains sort-1').waitFor();
  await page.getByText('sort-9', { exact: true }).waitFor({ state: 'detached' });
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    hostname__contains: 'sort-1',
    sort: 'hostname',
    dir: 'desc',
  });
});

test('the audit log sorts by the headings and is filtered by operators', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/admin/audit?entityid__in=1,2,3&action__contains=created`);
  await button('Action contains created').waitFor();
  await button('Record ID is 1 or 2 or 3').waitFor();
  await page.locator('.mw-list-body tbody tr').first().waitFor();
  await sortBy('Record', 'ascending');
  await sortBy('Record', 'descending');
  await button('Remove filter Record ID').click();
  await button('Record ID is 1 or 2 or 3').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('sort')).toBe('entitytype');
  await button('Clear').click();
  await button('Action contains created').waitFor({ state: 'detached' });
});

test('the filters of the audit log are in one row, and further ones in a panel and as chips', async () => {
  const { page } = plant.session;
  const filters = page.getByRole('search', { name: 'Filter the audit log' });
  const heightAt = async (size: { width: number; height: number }) => {
    await page.setViewportSize(size);
    return (await filters.boundingBox())!.height;
  };
  try {
    await page.goto(`${plant.url}/admin/audit`);
    await page.locator('.mw-list-body tbody tr').first().waitFor();
    expect(await heightAt(PHONE)).toBeLessThanOrEqual(2 * ROW);
    expect(await heightAt(DESK)).toBeLessThanOrEqual(ROW);
    const toggle = button('Filters');
    await toggle.press('Enter');
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await filters.getByLabel('User').selectOption('mara');
    await button('Filters (1)').waitFor();
    await filters.getByLabel('From').fill('2026-01-01');
    await page.waitForURL(/from=2026-01-01/);
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    await button('Filters (2)').click();
    await filters.getByText('User mara').waitFor();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    await button('Remove filter From').click();
    await button('Filters (1)').waitFor();
    await button('Clear').click();
    await button('Filters').waitFor();
    expect(new URL(page.url()).search).toBe('');
  } finally {
    await page.setViewportSize(DESK);
  }
});

test('due dates sort by the headings', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/due?period=month&kind=calibrations`);
  await page.getByText('GAUGE-9').waitFor();
  expect(await listTexts(/GAUGE-\d+/g)).toEqual(['GAUGE-2', 'GAUGE-9', 'GAUGE-10']);
  await sortBy('Due', 'descending');
  expect(await listTexts(/GAUGE-\d+/g)).toEqual(['GAUGE-10', 'GAUGE-9', 'GAUGE-2']);
  await sortBy('Item', 'ascending');
  expect(await listTexts(/GAUGE-\d+/g)).toEqual(['GAUGE-2', 'GAUGE-9', 'GAUGE-10']);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('title');
});

test('a phone sorts by the menu, and its hidden headings are no buttons', async () => {
  const { page } = plant.session;
  await page.setViewportSize({ width: 390, height: 844 });
  try {
    await page.goto(`${plant.url}/due?period=month&kind=calibrations`);
    await page.getByText('GAUGE-9').waitFor();
    expect(await page.locator('thead button').count()).toBe(0);
    await button('Sort').click();
    await page.getByRole('menuitem', { name: /^Due/ }).click();
    await page.getByRole('img', { name: 'down' }).waitFor();
    await page.locator('.mw-list-body:not([data-old])').waitFor();
    expect(await listTexts(/GAUGE-\d+/g)).toEqual(['GAUGE-10', 'GAUGE-9', 'GAUGE-2']);
  } finally {
    await page.setViewportSize(DESK);
  }
  expect(plant.session.problems).toEqual([]);
});
