import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findStateFaults, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

const GROUPED = '/machines?search=STATE';

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  const { locationid } = (await plant.send('POST', '/locations', { location: 'Hall of states' })).data;
  for (const n of [1, 2, 3])
    await plant.send('POST', '/machines', { assetnumber: `STATE-${n}`, name: 'Lathe', locationid });
  await plant.send('POST', '/savedviews', { viewname: 'States', page: '/machines', query: 'search=STATE' });
});
afterAll(() => plant?.stop());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog').last();

async function selectRows(page: Page): Promise<void> {
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all
    .or(page.getByRole('checkbox', { name: /^Select / }).first())
    .first()
    .check();
  await page.getByRole('region', { name: 'Selected rows' }).waitFor();
}

async function openViewMenu(page: Page): Promise<void> {
  await press(page, 'View States');
  await page.getByRole('menu').waitFor();
}

async function chooseStatus(page: Page): Promise<void> {
  await selectRows(page);
  await press(page, 'Edit');
  await dialogOf(page).getByLabel('Status').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await dialogOf(page)
    .getByText(/ → .*changed\)/)
    .waitFor();
}

test('filters, columns, groups and completions of a list have no layout or accessibility fault', async () => {
  const states = {
    'the list of filters': {
      path: '/machines',
      open: async (page: Page) => {
        await press(page, 'Filter');
        await page.getByLabel('Find a filter').waitFor();
      },
    },
    'a filter with an operator': {
      path: '/machines',
      open: async (page: Page) => {
        await press(page, 'Filter');
        await page.getByLabel('Find a filter').fill('Created');
        await page.keyboard.press('Enter');
        await press(page, 'All filters');
        await page.locator('.mw-filter-menu').getByRole('button', { name: 'Status', exact: true }).click();
        await page.getByRole('button', { name: 'Apply' }).waitFor();
      },
    },
    'filter chips': {
      path: '/machines?createddate__last=30d&name__contains=Lathe&locationid__empty=false',
      open: (page: Page) => page.getByRole('button', { name: /^Name/ }).first().waitFor(),
    },
    groups: {
      path: GROUPED,
      open: async (page: Page) => {
        await press(page, 'Group rows');
        await page.getByRole('combobox', { name: 'Group by' }).fill('Locat');
        await page.getByRole('option', { name: 'Location', exact: true }).click();
        await page.getByRole('button', { name: 'Hall of states 3' }).waitFor();
      },
    },
    completions: {
      path: '/machines',
      open: async (page: Page) => {
        await page.getByLabel('Search in Machines').fill('stat');
        await page.getByRole('option').first().waitFor();
      },
    },
  };
  expect(await findStateFaults(plant, states)).toEqual([]);
});

test('columns, views and alerts of a list have no layout or accessibility fault', async () => {
  const states = {
    'the menu of views': { path: GROUPED, open: openViewMenu },
    'an alert of a view': {
      path: GROUPED,
      open: async (page: Page) => {
        await openViewMenu(page);
        await page.getByRole('menuitem', { name: 'Alert', exact: true }).click();
        await dialogOf(page).getByLabel('Rows').fill('many');
        await dialogOf(page).getByRole('button', { name: 'Save' }).click();
        await page.getByText('Enter a whole number.').waitFor();
      },
    },
    'the views of a user': {
      path: GROUPED,
      open: async (page: Page) => {
        await openViewMenu(page);
        await page.getByRole('menuitem', { name: 'Manage views' }).click();
        await dialogOf(page).getByRole('textbox').or(dialogOf(page).getByRole('list')).first().waitFor();
      },
    },
    'the bulk edit with its preview': { path: GROUPED, open: chooseStatus },
    'the selected rows': { path: GROUPED, open: selectRows },
  };
  expect(await findStateFaults(plant, states)).toEqual([]);
});
