import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { createPng } from '../../../test/support/pictures.ts';
import { step } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

/** Waits until the page shows the slides in this order. */
const inOrder = (...names: string[]) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.mw-slide-name strong')].map((one) => one.textContent).join() === wanted,
    names.join(),
  );

async function addPictures(): Promise<void> {
  await page.goto(`${plant.url}/slides`);
  await page.getByRole('heading', { name: 'No slides yet' }).waitFor();
  const files = ['a.png', 'b.png'].map((name) => ({
    name,
    mimeType: 'image/png',
    buffer: createPng(100, 64),
  }));
  await page.getByLabel('Choose images').setInputFiles(files);
  await inOrder('a.png', 'b.png');
}

async function moveByKeyboard(): Promise<void> {
  await page.getByRole('button', { name: 'Move a.png, position' }).focus();
  await page.keyboard.press('ArrowRight');
  await inOrder('b.png', 'a.png');
  await page.getByText('a.png is now at position 2 of 2.').waitFor();
  await plant.session.settled();
  const slides = (await plant.send('GET', '/slides/lobby')).data as { filename: string }[];
  expect(slides.map(({ filename }) => filename)).toEqual(['b.png', 'a.png']);
}

/** Advances the clock of the screen until a slide is visible. */
async function comes(screen: Page, name: string): Promise<void> {
  const slide = screen.locator('[data-on]').getByAltText(name, { exact: true });
  for (let second = 0; second < 200; second++) {
    if (await slide.isVisible()) return;
    await screen.clock.runFor(1000);
    await Bun.sleep(20);
  }
  throw new Error(`${name} did not come.`);
}

test('a screen shows the pictures in the order that an admin set', async () => {
  await step('Add images', addPictures);
  await step('Move one by the keyboard', moveByKeyboard);
  await step('Look at the screen', async () => {
    const screen = await plant.session.context.newPage();
    await screen.clock.install();
    await screen.goto(`${plant.url}/display/lobby`);
    for (const name of ['b.png', 'a.png', 'b.png']) await comes(screen, name);
  });
  expect(plant.session.problems).toEqual([]);
});
