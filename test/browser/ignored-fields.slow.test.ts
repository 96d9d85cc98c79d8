import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findPageFaults } from './page-faults.ts';

setDefaultTimeout(120_000);

const KEY = 'ignored-collector-key';
let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK, { MILLWRIGHT_COLLECTOR_KEY: KEY });
});
afterAll(() => plant?.stop());

/** Sends an inventory and returns the ID of its computer. */
async function report(content: object): Promise<number> {
  const answer = await fetch(`${plant.url}/api/collector/glpi`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: JSON.stringify({ deviceid: 'x', content: { hardware: { name: 'odd-pc' }, ...content } }),
  });
  expect(answer.status).toBe(200);
  const found: { computerid: number } = (await plant.send('GET', '/computers/by-hostname/odd-pc')).data;
  return found.computerid;
}

test('the hardware tab lists the ignored values of the last inventory until there are none', async () => {
  const { page } = plant.session;
  const computerid = await report({
    storages: [{ name: 'sda', model: 'SSD', disksize: 1_000_204_886_016 }],
    bios: { ssn: 'ODD-1', bversion: ['1.2'] },
    softwares: [{ name: 'CAD', version: {} }, '', null],
  });
  const path = `/computers/${computerid}?tab=hardware`;
  await page.goto(plant.url + path);
  await page.getByRole('heading', { name: 'Ignored in the last inventory' }).waitFor();
  const rows = page.locator('section', { hasText: 'Ignored in the last inventory' }).getByRole('listitem');
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/^Disk, size\s+1 value$/),
    expect.stringMatching(/^Firmware, version\s+1 value$/),
    expect.stringMatching(/^Application, version\s+1 value$/),
    expect.stringMatching(/^Application\s+2 values$/),
  ]);
  expect(await findPageFaults(plant, [path], 'light')).toEqual([]);
  await report({ storages: [{ name: 'sda', model: 'SSD', disksize: 1_000_204 }], bios: { ssn: 'ODD-1' } });
  await page.goto(plant.url + path);
  await page.getByRole('heading', { name: 'Disks' }).waitFor();
  await plant.session.settled();
  expect(await page.getByRole('heading', { name: 'Ignored in the last inventory' }).count()).toBe(0);
  expect(plant.session.problems).toEqual([]);
});
