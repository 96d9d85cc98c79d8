import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { HANG_MS } from '../support/hang.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(HANG_MS);

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>';

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  await plant.send('POST', '/maplevels', { building: 'Hall A', level: 'Ground floor' });
});
afterAll(() => plant.stop());

test('a user places an asset that the search of the floor plan finds without a position', async () => {
  const { page, settled } = plant.session;
  await page.goto(`${plant.url}/map`);
  await page.getByRole('button', { name: 'Upload floor plan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'hall.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(DRAWING),
    });
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Upload the floor plan as PNG').waitFor({ state: 'detached' });
  await settled();
  await page.getByLabel('Find on floor plan').fill('M-1');
  await page.getByRole('option', { name: /M-1 .*place it/ }).click();
  await page.getByText('Click the position of M-1.').waitFor();
  await page.locator('.leaflet-container').click();
  await page.getByText(/^M-1 /).first().waitFor();
  await settled();
  const { data } = await plant.send('GET', '/assets/1');
  expect((data as { levelid: number | null }).levelid).not.toBeNull();
});
