import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/receivers.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

/** Returns how many style elements of the page Chromium applied, and how many it refused. */
const stylesOf = () =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('style')];
    const taken = all.filter(({ sheet }) => (sheet?.cssRules.length ?? 0) > 0).length;
    return { taken, refused: all.length - taken };
  });

test('the browser applies the styles that the pages create', async () => {
  const pages: [string, () => Promise<unknown>][] = [
    ['/', () => page.getByLabel('Search everything').waitFor()],
    ['/print/asset-label/asset/1', () => page.getByLabel('Preview').waitFor()],
    ['/map', () => page.locator('#styles-map').waitFor({ state: 'attached' })],
    ['/admin/roles', () => page.getByRole('button', { name: 'New role' }).click()],
  ];
  const taken: number[] = [];
  for (const [path, isThere] of pages) {
    await page.goto(plant.url + path);
    await isThere();
    await plant.session.settled();
    const styles = await stylesOf();
    expect([path, styles.refused]).toEqual([path, 0]);
    taken.push(styles.taken);
  }
  const [usual] = taken;
  // Each page adds its styles. The label adds the paper size, and a dialog the scroll lock behind it.
  expect(taken.slice(1).map((count) => count - usual!)).toEqual([2, 1, 2]);
  await page.keyboard.press('Escape');
  expect(plant.session.problems.splice(0)).toEqual([]);
});

test('the color theme and the API page cause no refused style', async () => {
  await page.goto(`${plant.url}/assets`);
  await page.getByRole('button', { name: /account|mara/i }).click();
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click();
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  await page.goto(`${plant.url}/api/docs`);
  await page.locator('.opblock-tag').first().click();
  await page.locator('.opblock-summary-control').first().click();
  await page.locator('.try-out__btn').click();
  await page.locator('.execute').waitFor();
  expect(plant.session.problems.splice(0)).toEqual([]);
});

test('the browser refuses a style that was injected into a page', async () => {
  for (const path of ['/assets', '/api/docs']) {
    await page.goto(plant.url + path);
    const applied = await page.evaluate(() => {
      const made = document.createElement('div');
      made.innerHTML = '<style>#outside { width: 7px }</style><p id="outside" style="height: 7px">x</p>';
      document.body.append(made);
      const { width, height } = document.getElementById('outside')!.getBoundingClientRect();
      made.remove();
      return [width === 7, height === 7];
    });
    expect([path, ...applied]).toEqual([path, false, false]);
    // The browser refuses both the element and the attribute, and reports each.
    const { problems } = plant.session;
    await eventually(() => problems.length >= 2, `the browser reports the refused styles of ${path}`);
    const others = problems.splice(0).filter((problem) => !problem.includes('Content Security Policy'));
    expect([path, others]).toEqual([path, []]);
  }
});
