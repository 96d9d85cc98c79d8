import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { findFaults } from '../../../test/browser/page-faults.ts';
import { PASSWORD } from '../../../test/faults/process.ts';
import { createPng } from '../../../test/support/pictures.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { openScreens, type Screens } from './screens.ts';

setDefaultTimeout(120_000);

let screens: Screens;
let page: Page;

beforeAll(async () => {
  screens = await openScreens();
  page = screens.session.page;
  await page.goto(`${screens.appliance.url}/login`);
  await page.getByLabel('User name').fill('admin');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
});
afterAll(() => screens?.stop());

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
beforeEach(async () => {
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await screens.clear('lobby');
});
// No script failed, and the page requested nothing from other hosts.
afterEach(() => {
  const isExpected = (problem: string) => /status of 400/.test(problem);
  expect(screens.session.problems.splice(0).filter((problem) => !isExpected(problem))).toEqual([]);
});

const open = async (tab = '') => {
  await page.goto(`${screens.appliance.url}/slides${tab}`);
  await page.getByRole('heading', { level: 1, name: 'Slides' }).waitFor();
  await screens.session.settled();
};
const files = (...names: string[]) =>
  names.map((name) => ({ name, mimeType: 'image/png', buffer: createPng(100, 64) }));
const listNames = async () =>
  ((await screens.api('GET', '/slides/lobby')) as unknown as { filename: string; seconds: number }[]).map(
    ({ filename }) => filename,
  );
const handle = (name: string) => page.getByRole('button', { name: `Move ${name}, position` });
/** Waits until the appliance stores the slides in this order, and the page shows it. */
async function inOrder(...names: string[]): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.mw-slide-name strong')].map((one) => one.textContent).join() === wanted,
    names.join(),
  );
  await screens.session.settled();
  expect(await listNames()).toEqual(names);
}

test('the page of an empty surface shows a hint and lists pictures when they are chosen', async () => {
  await open();
  await page.getByRole('heading', { name: 'No slides yet' }).waitFor();
  await page.getByLabel('Choose images').setInputFiles(files('a.png', 'b.png', 'c.png'));
  await inOrder('a.png', 'b.png', 'c.png');
  await page.getByText('3 slides, a round takes 30 s').waitFor();
});

test('the page shows why each dropped file is refused and adds the others', async () => {
  await open();
  const data = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'good.png', { type: 'image/png' }));
      transfer.items.add(new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }));
      transfer.items.add(new File(['no picture'], 'fake.png', { type: 'image/png' }));
      return transfer;
    },
    [...createPng(10, 64)],
  );
  const zone = page.getByRole('region', { name: 'Add images' });
  await zone.dispatchEvent('dragover', { dataTransfer: data });
  await zone.dispatchEvent('drop', { dataTransfer: data });
  await inOrder('good.png');
  const findRefusal = (name: string) => zone.getByRole('alert').filter({ hasText: name });
  await findRefusal('drawing.svg').getByText('Use an image that ends in').waitFor();
  await findRefusal('fake.png')
    .getByText('The content does not match a .png file.', { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Dismiss fake.png' }).click();
  await findRefusal('fake.png').waitFor({ state: 'detached' });
});

test('the page changes the order by dragging, keys and menu, and undoes it', async () => {
  await screens.add('lobby', 'a.png', 'b.png', 'c.png');
  await open();
  await handle('a.png').focus();
  await page.keyboard.press('ArrowRight');
  await inOrder('b.png', 'a.png', 'c.png');
  await page.getByText('a.png is now at position 2 of 3.').waitFor();
  // The keyboard focus stays on the slide.
  await page.keyboard.press('End');
  await inOrder('b.png', 'c.png', 'a.png');
  await page.keyboard.press('ArrowDown');
  await inOrder('b.png', 'c.png', 'a.png');
  await handle('a.png').click();
  await page.getByRole('menuitem', { name: 'Move to start' }).click();
  await inOrder('a.png', 'b.png', 'c.png');
  const pictures = page.locator('.mw-slide-picture');
  await pictures.nth(0).dragTo(pictures.nth(2));
  await inOrder('b.png', 'c.png', 'a.png');
  await page.getByRole('button', { name: 'Undo' }).click();
  await inOrder('a.png', 'b.png', 'c.png');
});

test('the seconds field saves its value and shows an error on blur when the value is invalid', async () => {
  await screens.add('lobby', 'a.png');
  await open();
  const seconds = async () =>
    ((await screens.api('GET', '/slides/lobby')) as unknown as { seconds: number }[])[0]!.seconds;
  const becomes = (wanted: number) =>
    eventually(async () => (await seconds()) === wanted, `the slide lasts ${wanted} s`);
  const field = page.getByLabel('Seconds of a.png');
  expect(await field.getAttribute('placeholder')).toBe('10 s');
  await field.fill('45');
  await field.press('Enter');
  await becomes(45);
  await field.fill('99999');
  await field.blur();
  await page.getByText('0 to 86,400').waitFor();
  expect(await seconds()).toBe(45);
  await field.fill('');
  await field.blur();
  await page.getByText('0 to 86,400').waitFor({ state: 'detached' });
  await becomes(0);
});

test('the page removes a slide and restores it by undo', async () => {
  await screens.add('lobby', 'a.png', 'b.png');
  await open();
  await page.getByRole('button', { name: 'Remove a.png' }).click();
  await inOrder('b.png');
  await page.getByRole('button', { name: 'Undo' }).click();
  await inOrder('a.png', 'b.png');
});

test('the preview shows the screen in landscape and portrait', async () => {
  await screens.add('lobby', 'a.png');
  await open();
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-on]').getByAltText('a.png').waitFor();
  await dialog.getByRole('heading', { name: 'Welcome' }).waitFor();
  const shape = async () => {
    const { width, height } = (await dialog.locator('.mw-display').boundingBox())!;
    return width > height;
  };
  expect(await shape()).toBe(true);
  await dialog.getByText('Portrait').click();
  expect(await shape()).toBe(false);
});

test('the setup tab shows the screen addresses for the selected language', async () => {
  await open('?tab=setup');
  await page.getByText(`${screens.appliance.url}/display/lobby`, { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Language of the screen' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByText(`${screens.appliance.url}/display/lobby?lang=de`, { exact: true }).waitFor();
  await page.getByText('Set up a kiosk').waitFor();
});

test('the page passes the accessibility checks in light and dark, on desk and phone', async () => {
  await screens.add('lobby', 'a.png', 'a name that is much longer than the place that there is for it.png');
  for (const colorScheme of ['light', 'dark'] as const)
    for (const tab of ['', '?tab=shopfloor', '?tab=setup']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(tab);
      for (const viewport of [DESK, PHONE]) {
        await page.setViewportSize(viewport);
        await screens.session.settled();
        const where = `${tab} ${colorScheme} ${viewport.width}`;
        expect([where, await findFaults(page)]).toEqual([where, []]);
      }
    }
});
