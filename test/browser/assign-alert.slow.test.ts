import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant({ width: 1440, height: 900 });
  await plant.send('POST', '/assets', { assetnumber: 'NOWHERE', assettypeid: 2 });
});
afterAll(() => plant.stop());

for (const width of [1440, 390])
  test(`a user takes an alert and gives it back at ${width} pixels`, async () => {
    const { page } = plant.session;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${plant.url}/`);
    await page.getByRole('button', { name: 'Assign Assets without a location' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Assets without a location' });
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await dialog.getByText('Choose a user.').waitFor();
    await dialog.getByRole('combobox', { name: 'User' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByLabel('Note').fill('Ask the shift lead');
    await dialog.getByLabel('Until').fill('2030-01-31');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    const mine = page.getByRole('region', { name: 'Mine' });
    await mine.getByText('Ask the shift lead').waitFor();
    expect(await mine.getByRole('link', { name: /Assets without a location/ }).count()).toBe(1);
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.body.scrollWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(width);
    await mine.getByRole('button', { name: 'Reassign Assets without a location' }).click();
    await dialog.getByRole('button', { name: 'Unassign' }).click();
    await mine.waitFor({ state: 'detached' });
  });
