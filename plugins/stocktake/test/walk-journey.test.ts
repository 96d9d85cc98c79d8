import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { PHONE } from '../../../test/browser/page-faults.ts';
import { scanInto } from '../../../test/browser/wedge-scanner.ts';
import { step } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(PHONE);
  page = plant.session.page;
  const { locationid } = (await plant.send('POST', '/locations', { location: 'Hall 9' })).data as {
    locationid: number;
  };
  for (const assetnumber of ['W-1', 'W-2', 'W-3'])
    await plant.send('POST', '/assets', { assetnumber, assettypeid: 1, locationid });
});
afterAll(() => plant?.stop());

const counterOf = (count: string, title: string) =>
  page
    .getByRole('status', { name: 'So far' })
    .locator('> div', { hasText: title })
    .getByText(count, { exact: true })
    .waitFor();

async function start(): Promise<void> {
  await page.goto(`${plant.url}/stocktake`);
  await page.getByRole('button', { name: 'Start' }).first().click();
  await page.getByRole('button', { name: /^Hall 9/ }).click();
  await page.getByText('3 assets expected there.').waitFor();
  await page.getByRole('region', { name: 'Start' }).getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('Code of a label').waitFor();
}

async function finish(): Promise<void> {
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByLabel('Move unexpected assets to Hall 9').check();
  await page.getByLabel('Preview').getByText('Will be moved').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByText('This stocktake is finished.').waitFor();
  const [moved] = (await plant.send('GET', '/assets?search=M-2')).data as { location: string }[];
  expect(moved!.location).toBe('Hall 9');
}

test('a worker counts a hall on a phone and finishing moves the unexpected asset there', async () => {
  await step('Start in a hall', start);
  await step('Scan what is there', async () => {
    for (const code of ['W-1', 'W-2', 'W-2', 'M-2', 'unknown code']) await scanInto(page, code);
    await counterOf('2', 'found');
    await counterOf('1', 'unexpected');
    await page.getByText('No asset has this code').waitFor();
  });
  await step('Finish', finish);
  await step('Open report', async () => {
    await page.getByRole('link', { name: 'Open report' }).click();
    await page.getByText('M-2').first().waitFor();
  });
  expect(plant.session.problems).toEqual([]);
});
