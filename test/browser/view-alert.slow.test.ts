import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant({ width: 1440, height: 900 });
  for (const assetnumber of ['SPARE-1', 'SPARE-2'])
    await plant.send('POST', '/assets', { assetnumber, assettypeid: 2 });
  await plant.send('POST', '/savedviews', { viewname: 'Spares', page: '/assets', query: 'search=SPARE' });
});
afterAll(() => plant.stop());

for (const width of [1440, 390])
  test(`a user makes an alert from a view and deletes it at ${width} pixels`, async () => {
    const { page } = plant.session;
    await page.setViewportSize({ width, height: 900 });
    const open = async () => {
      await page.getByRole('button', { name: 'View Spares' }).click();
      await page.getByRole('menuitem', { name: 'Alert', exact: true }).click();
    };
    await page.goto(`${plant.url}/assets?search=SPARE`);
    await open();
    const dialog = page.getByRole('dialog', { name: 'Alert of Spares' });
    await dialog.getByLabel('Rows').fill('many');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number.').waitFor();
    await dialog.getByLabel('Rows').fill('3');
    await dialog.getByLabel('Alert when').selectOption('fewer');
    await dialog.getByLabel('Name').fill('Few spares');
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.body.scrollWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(width);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${plant.url}/`);
    await page.getByRole('link', { name: /2\s*Few spares/ }).click();
    await open();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Few spares');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${plant.url}/`);
    await page.getByRole('region', { name: 'Low priority' }).waitFor();
    expect(await page.getByRole('link', { name: /2\s*Few spares/ }).count()).toBe(0);
  });
