import { afterAll, expect, test } from 'bun:test';
import { startFilledPlant } from './filled-plant.ts';

const plant = await startFilledPlant({ width: 1440, height: 900 });
afterAll(() => plant.stop());
const { page } = plant.session;

const createLocation = async (location: string, parentlocationid?: number) =>
  ((await plant.send('POST', '/locations', { location, parentlocationid })).data as { locationid: number })
    .locationid;
const hall = await createLocation('Group hall');
const cell = await createLocation('Group cell', hall);
for (const [n, locationid] of [hall, hall, cell].entries())
  await plant.send('POST', '/machines', { assetnumber: `GROUP-${n}`, locationid });

/** Opens the groups of a list by location. */
async function openGroups(path: string): Promise<void> {
  await page.goto(plant.url + path);
  await page.getByRole('button', { name: 'Group rows' }).press('Enter');
  await page.getByRole('combobox', { name: 'Group by' }).fill('Locat');
  await page.getByRole('option', { name: 'Location', exact: true }).click();
}

test('a list is grouped by a field, and a group filters it by exactly its rows', async () => {
  await openGroups('/machines');
  await page.getByRole('button', { name: 'Group hall 2' }).click();
  await page.getByRole('button', { name: /^Directly at the location/ }).waitFor();
  await page.getByRole('row', { name: /GROUP-2/ }).waitFor({ state: 'detached' });
  expect(await page.getByRole('row', { name: /GROUP-/ }).count()).toBe(2);
});

test('groups follow the filters of the list, and the last field is remembered', async () => {
  const groups = page.getByRole('list', { name: 'Groups' }).getByRole('button');
  await openGroups(`/machines?locationid__in=${cell}`);
  await page.getByRole('button', { name: 'Group cell 1' }).waitFor();
  expect(await groups.count()).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'Group rows' }).press('Enter');
  await page.getByRole('button', { name: 'Group cell 1' }).waitFor();
  await page.keyboard.press('Escape');
  await groups.waitFor({ state: 'hidden' });
});

test('a list is shown in sections, and rows of several sections are selected together', async () => {
  await openGroups('/machines?search=GROUP');
  await page.getByRole('switch', { name: 'Show the list in sections' }).click();
  await page.waitForURL(/group=locationid/);
  await page.keyboard.press('Escape');
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await section('Group hall')
    .getByRole('row', { name: /GROUP-1/ })
    .waitFor();
  expect(await page.getByRole('row', { name: /GROUP-2/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Group cell 1' }).click();
  await section('Group cell')
    .getByRole('row', { name: /GROUP-2/ })
    .waitFor();
  await section('Group hall').getByRole('checkbox', { name: 'Select GROUP-0' }).click();
  await section('Group cell')
    .getByRole('row', { name: /GROUP-2/ })
    .focus();
  await page.keyboard.press('x');
  await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor();
  await page.reload();
  await section('Group hall')
    .getByRole('row', { name: /GROUP-1/ })
    .waitFor();
  await page.getByRole('button', { name: 'Group hall 2' }).click();
  await section('Group hall').waitFor({ state: 'detached' });
});

test('a section with a long title shows its count', async () => {
  for (const n of [1, 2])
    await plant.send('POST', '/machines', { assetnumber: `LONG-${n}`, notes: 'y'.repeat(400) });
  await page.goto(`${plant.url}/machines?search=LONG&group=notes`);
  const title = page.getByRole('button', { name: /^y+ 2$/ });
  await title.waitFor();
  const { x, width } = (await title.locator('.mw-muted').boundingBox())!;
  expect(x + width).toBeLessThan(1440);
  await page.getByRole('row', { name: /LONG-2/ }).waitFor();
});

test('a list without the custom field of its sections is shown as a whole', async () => {
  await page.goto(`${plant.url}/machines?search=GROUP&group=cf_deleted`);
  await page.getByRole('row', { name: /GROUP-1/ }).waitFor();
  await page.getByRole('row', { name: /GROUP-2/ }).waitFor();
});
