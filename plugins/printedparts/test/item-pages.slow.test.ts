import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { openTab } from '../../../test/browser/open-tab.ts';
import { DESK, findPageFaults } from '../../../test/browser/page-faults.ts';
import { testJourney } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
let path: string;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

const dialog = (): Locator => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
async function expectReadable(colorScheme: 'light' | 'dark'): Promise<void> {
  const paths = [
    '/printedparts/items',
    path,
    `${path}?tab=ledger`,
    `${path}?tab=files`,
    '/reports/printedparts-stock',
    '/reports/printedparts-by-person',
  ];
  expect(await findPageFaults(plant, paths, colorScheme)).toEqual([]);
}
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

testJourney('the pages of a printed part lead from its first entry to its label', {
  'the form creates a part and shows an error beside its field': async () => {
    await page.goto(`${plant.url}/printedparts/items`);
    await page.getByText('Parts that the plant prints, with their stock').waitFor();
    await page.getByRole('button', { name: 'New printed part' }).first().click();
    await page.getByLabel('Item code').fill('A|1');
    await button('Create printed part').click();
    await page.getByText('Do not use the vertical bar').waitFor();
    await page.getByLabel('Item code').fill('PP-1');
    await page.getByLabel('Name', { exact: true }).fill('Drill guide');
    await page.getByLabel('Alert level').fill('2');
    await button('Create printed part').click();
    await page.getByRole('heading', { level: 1, name: 'PP-1' }).waitFor();
    path = new URL(page.url()).pathname;
  },
  'the dialogs receive and adjust stock and refuse an adjustment below zero': async () => {
    await button('Receive').click();
    await dialog().getByLabel('Quantity').fill('5');
    await dialog().getByLabel('Note').fill('Job 7');
    await dialog().getByRole('button', { name: 'Receive' }).click();
    await dialog().waitFor({ state: 'detached' });
    await button('Adjust').click();
    await dialog().getByLabel('Difference').fill('-9');
    await dialog().getByLabel('Reason').fill('Counted');
    await dialog().getByRole('button', { name: 'Adjust' }).click();
    await dialog().getByText('There are 5 of PP-1 on hand.').waitFor();
    await dialog().getByLabel('Difference').fill('-4');
    await dialog().getByRole('button', { name: 'Adjust' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Low', { exact: true }).waitFor();
    await openTab(page, 'Stock moves');
    await row('Counted').getByText('-4').waitFor();
    await row('Job 7').waitFor();
  },
  'the page uploads, downloads and removes revisions of a print file': async () => {
    await openTab(page, 'Print files');
    await page.getByText('No print files yet').waitFor();
    for (const [name, revision] of [
      ['guide.txt', 0],
      ['guide.stl', 1],
      ['guide v2.stl', 2],
    ] as const) {
      await button('New revision').click();
      await dialog()
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'model/stl', buffer: Buffer.from('solid x\n') });
      await dialog().getByLabel('Changes').fill(`As ${name}`);
      await dialog().getByRole('button', { name: 'Upload' }).click();
      if (revision === 0) {
        await dialog().getByRole('alert').filter({ hasText: 'Use a file that ends in .stl' }).waitFor();
        await dialog().getByRole('button', { name: 'Cancel' }).click();
        await button('Discard changes').click();
        await button('Discard changes').waitFor({ state: 'detached' });
      } else await row(`Rev ${revision}`).getByText(`As ${name}`).waitFor();
    }
    const saved = page.waitForEvent('download');
    await button('Download revision 1').click();
    expect((await saved).suggestedFilename()).toBe('guide.stl');
    await button('Delete revision 1').click();
    await dialog().getByText('You cannot undo this').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row('Rev 1').waitFor({ state: 'detached' });
    await row('Rev 2').waitFor();
  },
  'the label shows the name and the latest revision': async () => {
    await page.goto(plant.url + path);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Label', exact: true }).click();
    await page.getByText('Rev 2').waitFor();
    await page.getByText('Drill guide').first().waitFor();
  },
  'the pages pass the accessibility checks in light colors on desk and phone': async () => {
    await expectReadable('light');
  },
  'the pages pass the accessibility checks in dark colors on desk and phone': async () => {
    await expectReadable('dark');
  },
});
