import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { HANG_MS } from '../support/hang.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(HANG_MS);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

test('the page of reports groups them by subject, and a favorite is first until it is removed', async () => {
  const { page } = plant.session;
  const listGroups = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  await page.goto(`${plant.url}/reports`);
  const papers = page.getByRole('region', { name: 'Life cycle' });
  await papers.getByRole('link', { name: 'Expiring warranties' }).waitFor();
  expect(await listGroups()).toEqual(['Assets', 'PCs', 'Life cycle', 'Stores', 'Administration']);
  await papers.getByRole('button', { name: 'Favorite: Expiring warranties' }).click();
  await page.reload();
  const favorites = page.getByRole('region', { name: 'Favorites' });
  await favorites.getByRole('link', { name: 'Expiring warranties' }).waitFor();
  expect((await listGroups())[0]).toBe('Favorites');
  expect(await papers.getByRole('link', { name: 'Expiring warranties' }).count()).toBe(0);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.setViewportSize(DESK);
  await favorites.getByRole('button', { name: 'Favorite: Expiring warranties' }).click();
  await favorites.waitFor({ state: 'detached' });
});
