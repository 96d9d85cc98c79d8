import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

const BODY = `## Before

Press **both** buttons.

3. Open
4. Close

| Part | Nm |
| --- | --: |
| Bolt | 12 |

<script>window.struck=1</script> <img src=x onerror="window.struck=1"> [bad](javascript:window.struck=1)
See [the PCs](/assets).`;

async function write(): Promise<void> {
  await page.goto(`${plant.url}/knowledgebase/new`);
  await page.getByLabel('Title').fill('Open the press');
  await page.getByRole('textbox', { name: 'Text' }).fill(BODY);
  await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Before' }).waitFor();
  await page.getByRole('button', { name: 'Create article' }).click();
  await page.getByRole('heading', { level: 1, name: 'Open the press' }).waitFor();
}

async function read(): Promise<void> {
  const text = page.locator('.mw-article');
  await text.getByRole('heading', { level: 3, name: 'Before' }).waitFor();
  expect(await text.locator('ol').getAttribute('start')).toBe('3');
  expect(await text.getByRole('cell', { name: '12' }).getAttribute('data-align')).toBe('right');
  const harm = await text.evaluate((root) => ({
    isStruck: 'struck' in window,
    elements: root.querySelectorAll('script, img, [onerror], a[href^="javascript"]').length,
  }));
  expect(harm).toEqual({ isStruck: false, elements: 0 });
  await plant.session.settled();
}

test('an author writes an article, which runs no script, and a click on its link is counted once', async () => {
  await step('Write it with a preview', write);
  await step('Read it', read);
  await step('Follow its link', async () => {
    await page.getByRole('link', { name: 'the PCs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor();
  });
  const [article] = (await plant.send('GET', '/knowledgebase')).data as { clicks: number }[];
  expect(article!.clicks).toBe(1);
  expect(plant.session.problems).toEqual([]);
});
