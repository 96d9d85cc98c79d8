import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findPageFaults, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

/** A page of each kind. `npm test -- all` visits all pages. */
const PATHS = ['/', '/assets', '/assets/1', '/assets/new', '/admin/settings'];

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

test.each(['light', 'dark'] as const)(
  'the most used pages have no layout or accessibility fault in %s colors',
  async (colorScheme) => {
    expect(await findPageFaults(plant, PATHS, colorScheme)).toEqual([]);
  },
);

test('the import page previews a file, imports it and undoes the import', async () => {
  const { page } = plant.session;
  await page.setViewportSize(DESK);
  await page.goto(`${plant.url}/imports?target=assets`);
  const text =
    'Asset Tag;Item name;Category;Colour\nX-1;Saw;Machine;red\nM-1;Big lathe;;\nX-2;Lamp;Nonsense;';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plant.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const rows = page.getByRole('list', { name: 'Rows' });
  await rows.getByText(/no asset type "Nonsense"/).waitFor();
  await page.getByRole('button', { name: /1 to change/ }).click();
  expect(await rows.innerText()).toContain('Big lathe');
  expect(await page.getByLabel('Field for the column Colour').inputValue()).toBe('');
  const commit = page.getByRole('button', { name: 'Import 2 rows' });
  expect(await commit.isEnabled()).toBe(false);
  const reason = page.getByText('Correct or skip the rows with errors first.');
  await reason.waitFor();
  await page.getByLabel('Skip the row with errors').check();
  await reason.waitFor({ state: 'detached' });
  await commit.click();
  await page.getByText('1 added, 1 changed, 1 skipped.').waitFor();
  await page.getByRole('button', { name: 'Open all assets' }).click();
  await page.getByText('Big lathe').waitFor();
  await page.goto(`${plant.url}/imports`);
  await page.getByRole('button', { name: 'Undo import of plant.csv' }).click();
  await page.getByRole('button', { name: 'Undo import', exact: true }).click();
  await page.getByText('Import of plant.csv undone.').waitFor();
  await page.goto(`${plant.url}/assets`);
  await page.getByText('Lathe 1').waitFor();
  expect(await page.getByText('X-1').count()).toBe(0);
});
