import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findPageFaults, findStateFaults, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

let plant: FilledPlant;
let paths: { settings: string[]; reports: string[] };
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  await plant.send('POST', '/warranty', { warrantyname: 'Press service', enddate: '2020-01-31' });
  await plant.send('PUT', '/assets/1', { name: 'Lathe with history' });
  await plant.send('POST', '/labeltemplates', { templatename: 'Machine tags' });
  const settings = (await plant.send('GET', '/settings')).data as { category: string }[];
  const reports = (await plant.send('GET', '/reports')).data as { key: string }[];
  paths = {
    settings: [...new Set(settings.map(({ category }) => `/admin/settings/${category}`))],
    reports: reports.map(({ key }) => `/reports/${key}`),
  };
});
afterAll(() => plant?.stop());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog').last();

for (const look of ['light', 'dark'] as const) {
  test(`the settings of each category are readable in ${look} colors`, async () => {
    expect(paths.settings.length).toBeGreaterThan(10);
    expect(await findPageFaults(plant, [...paths.settings, '/admin/settings?search=mail'], look)).toEqual([]);
  });
  test(`each report is readable in ${look} colors`, async () => {
    expect(paths.reports.length).toBeGreaterThan(10);
    expect(await findPageFaults(plant, [...paths.reports, '/reports/schedules'], look)).toEqual([]);
  });
}

test('dialogs of due dates, alerts and label templates have no layout or accessibility fault', async () => {
  const states = {
    'a calendar address': {
      path: '/due?period=overdue',
      open: async (page: Page) => {
        await press(page, 'Add to calendar');
        await dialogOf(page).getByRole('button', { name: 'Create address' }).waitFor();
      },
    },
    'the assignment of an alert': {
      path: '/',
      open: async (page: Page) => {
        await press(page, 'Assign Assets without a location');
        await dialogOf(page).getByRole('button', { name: 'Assign' }).click();
        await page.getByText('Choose a user.').waitFor();
      },
    },
    'the labels of assets': {
      path: '/print/labels/asset?ids=1,2,3',
      open: (page: Page) => page.locator('.mw-label').first().waitFor(),
    },
    'a new label template': {
      path: '/print/labels/asset?ids=1,2,3',
      open: async (page: Page) => {
        await press(page, 'Template actions');
        await page.getByRole('menuitem', { name: 'Save as template' }).click();
        await dialogOf(page).getByRole('button', { name: 'Save' }).waitFor();
      },
    },
  };
  expect(await findStateFaults(plant, states)).toEqual([]);
});

test('earlier values, calendars, drafts and new references have no layout or accessibility fault', async () => {
  const states = {
    'earlier values': {
      path: '/assets/1?tab=history',
      open: async (page: Page) => {
        await page.getByLabel('As of').fill('2020-01-01');
        await page.getByLabel('As of').press('Tab');
        await page.getByText('Not in the register yet').waitFor();
      },
    },
    'the calendar of a date': {
      path: '/assets/1?tab=history',
      open: async (page: Page) => {
        await press(page, /calendar/i);
        await page.getByRole('grid').or(page.getByRole('table')).first().waitFor();
      },
    },
    'a new vendor in a form': {
      path: '/machines/new',
      open: async (page: Page) => {
        await page.getByRole('combobox', { name: 'Vendor' }).fill('Nowhere Works');
        await page.getByRole('option', { name: /Nowhere Works/ }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    'an asset number that is taken': {
      path: '/machines/new',
      open: async (page: Page) => {
        await page.getByLabel('Asset number').fill('M-1');
        await page.getByRole('link', { name: /M-1/ }).waitFor();
      },
    },
    'a change in the audit log': {
      path: '/admin/audit?search=m-1',
      open: async (page: Page) => {
        await page.getByRole('row').nth(1).waitFor();
        await page.getByRole('row').nth(1).getByRole('button').first().click();
      },
    },
  };
  expect(await findStateFaults(plant, states)).toEqual([]);
});
