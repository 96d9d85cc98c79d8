import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

const KEY = 'key-of-the-reports';
let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_COLLECTOR_KEY: KEY });
  page = plant.session.page;
  const make = async (path: string, body: object, id: string): Promise<number> =>
    (await plant.send('POST', path, body)).data[id];
  const hall = await make('/locations', { location: 'Hall 4' }, 'locationid');
  const cell = await make('/locations', { location: 'Cell 41', parentlocationid: hall }, 'locationid');
  const unit = await make('/businessunits', { businessunit: 'Milling' }, 'businessunitid');
  await plant.send('PUT', '/assets/1', { locationid: cell, businessunitid: unit });
  await plant.send('PUT', '/assets/2', { locationid: hall });
  await reportPrograms();
});
afterAll(() => plant?.stop());

/** Reports a PC with so many programs that a report charts only the most frequent ones. */
async function reportPrograms(): Promise<void> {
  const installedapps = Array.from({ length: 80 }, (_, n) => ({ name: `Program ${n}`, version: '1' }));
  const answer = await fetch(`${plant.url}/api/collector/computers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: JSON.stringify({ hostname: 'with-programs', installedapps }),
  });
  expect(answer.ok).toBe(true);
}

async function choose(filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: filter }).click();
  await page.getByRole('combobox', { name: filter }).fill(value);
  await page.getByRole('option', { name: value }).click();
}

const table = (name: string) => page.getByRole('table', { name }).waitFor();

/** Returns the lines of the CSV that the button downloads. */
async function downloadLines(): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1);
}

test('a report is filtered by location and unit on the page, by URL and in CSV, and is reset', async () => {
  await page.goto(`${plant.url}/reports/map-unplaced`);
  await table('4 rows');
  await choose('Location', 'Hall 4');
  await table('2 rows');
  await page.getByRole('button', { name: 'Location is Hall 4' }).waitFor();
  await choose('Business unit', 'Milling');
  await table('1 row');
  expect(new URL(page.url()).search).toBe('?locationid=1&businessunitid=1');
  await page.reload();
  await page.getByRole('button', { name: 'Business unit is Milling' }).waitFor();
  await table('1 row');
  expect((await downloadLines()).map((line) => line.split(',')[0])).toEqual(['M-1']);
  await page.getByRole('button', { name: 'Remove filter Business unit' }).click();
  await table('2 rows');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await table('4 rows');
  expect(new URL(page.url()).search).toBe('');
  expect(plant.session.problems).toEqual([]);
});

test('a pressed option is chosen although an answer would move it before the release', async () => {
  await page.goto(`${plant.url}/reports/map-unplaced`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Location' }).click();
  // Cell 41 comes first by name, but a search for "Hall 4" returns the hall before the cell in it.
  const option = page.getByRole('option', { name: 'Hall 4' });
  await option.waitFor();
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  const searches = '**/api/locations?search=*';
  await page.route(searches, (route) => pressed.then(() => route.continue()));
  const asked = page.waitForRequest(searches);
  await page.getByRole('combobox', { name: 'Location' }).fill('Hall 4');
  await asked;
  await option.hover();
  await page.mouse.down();
  press();
  await plant.session.settled();
  await page.mouse.up();
  await table('2 rows');
  await page.unroute(searches);
  expect(plant.session.problems).toEqual([]);
});

test('a report keeps filters and parameters together, and one without places has no filter', async () => {
  await page.goto(`${plant.url}/reports/stale-computers?days=7`);
  await choose('Location', 'Cell 41');
  await page.waitForURL(/days=7&locationid=2$/);
  await page.getByLabel('No report for').fill('9');
  await page.waitForURL(/days=9&locationid=2$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(/stale-computers\?days=9$/);
  await page.goto(`${plant.url}/reports/audit-activity`);
  await page.getByRole('button', { name: 'CSV' }).waitFor();
  expect(await page.getByRole('button', { name: 'Filter', exact: true }).count()).toBe(0);
  expect(plant.session.problems).toEqual([]);
});

test('the bars of a report are scaled to the largest entry without the sum of all others', async () => {
  await page.goto(`${plant.url}/reports/software-inventory`);
  const bars = page.locator('.mw-report-chart li');
  await bars.filter({ hasText: 'Others' }).waitFor();
  expect(await bars.first().locator('rect').getAttribute('width')).toBe('100%');
  expect(await bars.filter({ hasText: 'Others' }).locator('rect').count()).toBe(0);
});
