import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { step } from '../support/step.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

const KEY = 'browser-collector-key';

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_COLLECTOR_KEY: KEY });
  page = plant.session.page;
  for (const n of [1, 2, 3]) await report(n);
});
afterAll(() => plant?.stop());

/** Reports one of several PCs with the same name. */
async function report(n: number): Promise<void> {
  const response = await fetch(`${plant.url}/api/collector/computers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: JSON.stringify({
      hostname: 'raspberrypi',
      serialnumber: `SER-${n}`,
      uuid: `11111111-aaaa-4000-8000-00000000000${n}`,
      macaddresses: [`dc:a6:32:00:00:0${n}`],
    }),
  });
  expect(response.status).toBe(200);
}

const pair = (n: number) => page.getByRole('region', { name: `raspberrypi and raspberrypi-SER-${n}` });

test('an admin keeps one pair of records apart, merges another and undoes the merge', async () => {
  await step('Find the pairs from the dashboard', async () => {
    await page.goto(plant.url);
    await page.getByRole('link', { name: /Unresolved possible duplicates/ }).click();
    await page.waitForURL('**/assets/collisions');
    await pair(2).getByText('with the serial numbers SER-1 and SER-2').waitFor();
  });
  await step('Keep a pair apart', async () => {
    await page.getByRole('button', { name: 'Different: raspberrypi and raspberrypi-SER-2' }).press('Enter');
    await page.getByText('raspberrypi and raspberrypi-SER-2 stay separate.').waitFor();
    await pair(2).waitFor({ state: 'detached' });
  });
  await step('Merge a pair', async () => {
    await page.getByRole('button', { name: 'Same: raspberrypi and raspberrypi-SER-3' }).press('Enter');
    await page.getByText('raspberrypi-SER-3 merged into raspberrypi.').waitFor();
    await page.getByText('No possible duplicates').waitFor();
  });
  await step('Undo the merge', async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await pair(3).waitFor();
  });
  expect(plant.session.problems).toEqual([]);
});
