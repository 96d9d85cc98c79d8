import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, Request } from 'playwright-core';
import { type FilledPlant, startFilledPlant, withPlantSetting } from './filled-plant.ts';
import { findMisplaced } from './find-misplaced.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

/** Number of PCs. All of them fit on one page. */
let many = 0;

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  for (let n = 1; n <= 25; n++)
    await plant.send('POST', '/computers', { assetnumber: `PC-${n}`, hostname: `pc-${n}` });
  many = ((await plant.send('GET', '/computers?per_page=100')).data as object[]).length;
  expect(many).toBeGreaterThanOrEqual(25);
});
afterEach(() => page.unrouteAll());
afterAll(() => plant?.stop());

const open = async (path: string) => {
  await page.goto(plant.url + path);
  await plant.session.settled();
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const selectAll = () => page.locator('thead').getByRole('checkbox').check();

async function cancel(): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Types a wrong number, then the correct one. Only the correct one enables the button. */
async function pressesOnceTheNumberIsTyped(action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const press = dialog.getByRole('button', { name: action, exact: true });
  const field = dialog.getByLabel(`To confirm, type the number ${many}`, { exact: false });
  await field.waitFor();
  expect(await press.isDisabled()).toBe(true);
  await field.fill('5');
  expect(await press.isDisabled()).toBe(true);
  await field.fill(String(many));
  expect(await press.isEnabled()).toBe(true);
}

test('the list of computers offers a command only for the selected PCs', async () => {
  await open('/computers');
  await button('Run command').waitFor();
  await page
    .getByRole('row', { name: /pc-1\b/ })
    .getByRole('checkbox')
    .check();
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Run command' })
    .waitFor();
  expect(await button('Run command').count()).toBe(1);
  await button('Run command').click();
  const dialog = page.getByRole('dialog', { name: 'Run command on pc-1' });
  await dialog.getByRole('button', { name: 'Run on pc-1' }).waitFor();
  expect(await dialog.getByText('To confirm, type the number', { exact: false }).count()).toBe(0);
});

test('a command for many PCs requires their number', async () => {
  await open('/computers');
  await selectAll();
  await button('Run command').click();
  await page.getByLabel('Command to run').selectOption('Refresh inventory');
  await pressesOnceTheNumberIsTyped(`Run on ${many} PCs`);
});

test('a change and a deactivation of many assets require their number', async () => {
  await open('/computers');
  await selectAll();
  await button('Edit').click();
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog] input'));
  expect(await page.getByRole('listbox').count()).toBe(0);
  await page.getByRole('dialog').getByLabel('Status').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  // The button is disabled until the changes are counted.
  await page.getByRole('status').getByText('changed)').waitFor();
  await pressesOnceTheNumberIsTyped(`Edit ${many}`);
  await button('Cancel').click();
  const question = page.getByRole('dialog', { name: 'Discard changes' });
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  for (const _ of [1, 2]) {
    await button('Deactivate').click();
    await pressesOnceTheNumberIsTyped('Deactivate');
    await cancel();
  }
});

test('the panel keeps its name and buttons in the window when the asset has many flags', async () => {
  await page.route('**/api/assets/*/flags', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        data: ['Calibration overdue since last spring', 'Missing at the stocktake', 'Address conflict'].map(
          (title) => ({ word: 'conflict', title }),
        ),
      },
    }),
  );
  await open('/computers');
  await page.getByRole('cell', { name: 'pc-1', exact: true }).first().click();
  const panel = page.getByRole('complementary', { name: 'pc-1' });
  await panel.getByText('Missing at the stocktake').waitFor();
  await plant.session.settled();
  expect(await findMisplaced(page)).toEqual([]);
  const title = (await panel.getByRole('heading', { name: 'pc-1' }).boundingBox())!;
  const close = (await panel.getByRole('button', { name: 'Close', exact: true }).boundingBox())!;
  expect([title.width >= 24, close.width >= 28, close.x + close.width <= DESK.width]).toEqual([
    true,
    true,
    true,
  ]);
  await panel.getByRole('tab', { name: 'History' }).click();
});

test('the window title contains the page and the name of the plant', async () => {
  await withPlantSetting(plant, 'site_name', 'Rotterdam North', async () => {
    for (const [path, title] of [
      ['/computers', 'Computers'],
      ['/nothing-here', 'Page not found'],
      ['/reports/none-such', 'Loading failed'],
    ]) {
      await open(path!);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.title()).toBe(`${title} · Rotterdam North`);
    }
  });
});

test('the page requests a missing record only once', async () => {
  const requestedPaths: string[] = [];
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    requestedPaths.push(pathname + search);
  };
  page.on('request', note);
  await open('/computers/99999');
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  page.off('request', note);
  expect(requestedPaths.filter((path) => path.startsWith('/api/computers'))).toEqual([
    '/api/computers/99999',
  ]);
});
