import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant({ width: 1440, height: 900 });
  page = plant.session.page;
  const { osid } = (await plant.send('POST', '/operatingsystems', { osname: 'Windows 7 Embedded' })).data as {
    osid: number;
  };
  await plant.send('POST', '/computers', { assetnumber: 'PC-7', hostname: 'weld-7', osid });
  const hall = (await plant.send('POST', '/locations', { location: 'Hall Z1' })).data as {
    locationid: number;
  };
  await plant.send('POST', '/locations', { location: 'Cell A', parentlocationid: hall.locationid });
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

const searchBox = () => page.getByRole('textbox', { name: 'Search everything' });

test('the search shows the field of a hit, and the keyboard opens the hit', async () => {
  await page.goto(plant.url);
  await page.keyboard.press('/');
  await searchBox().fill('windows 7');
  await page.getByRole('option', { name: 'PC-7 Computer · Operating system: Windows 7 Embedded' }).waitFor();
  await searchBox().press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Windows 7 Embedded' }).waitFor();
});

test('the search opens a page of the menu when no record matches', async () => {
  await page.goto(plant.url);
  await searchBox().fill('printer supplies');
  await page.getByRole('option', { name: 'Printer supplies Page' }).waitFor();
  await searchBox().press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Printer supplies' }).waitFor();
});

test('the search box of a list restricts words to a field', async () => {
  await page.goto(`${plant.url}/assets`);
  const search = page.getByRole('textbox', { name: /^Search/ }).last();
  await page.getByRole('row', { name: /M-1/ }).waitFor();
  await search.fill('os:windows');
  await page.getByRole('row', { name: /M-1/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /PC-7/ }).waitFor();
  await search.fill('-has:operatingsystem');
  await page.getByRole('row', { name: /PC-7/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /M-1/ }).waitFor();
});

test('the picker of a location offers the location of that name before those within it', async () => {
  await page.goto(`${plant.url}/assets/new`);
  const picker = page.getByRole('combobox', { name: 'Location', exact: true });
  await picker.fill('hall z');
  await page.getByRole('option').first().getByText('Hall Z1').waitFor();
  expect(await page.getByRole('option').allTextContents()).toEqual(['Hall Z1', 'Cell A']);
  await picker.press('Enter');
  await picker.and(page.locator('[value="Hall Z1"]')).waitFor();
});
