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

async function openPalette() {
  await page.goto(plant.url);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  return page.getByRole('combobox', { name: 'Command' });
}

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
  const options = page.getByRole('listbox').getByRole('option');
  await options.first().getByText('Hall Z1').waitFor();
  expect(await options.allTextContents()).toEqual(['Hall Z1', 'Cell A', 'Create "hall z"']);
  await picker.press('Enter');
  await picker.and(page.locator('[value="Hall Z1"]')).waitFor();
});

test('the search box of a list completes keys and values, and shows the term as a chip', async () => {
  await page.goto(`${plant.url}/computers`);
  const search = page.getByRole('textbox', { name: 'Search in Computers' });
  await search.pressSequentially('operat');
  await page.getByRole('option', { name: 'operatingsystem: Operating system' }).waitFor();
  await search.press('ArrowDown');
  await search.press('Enter');
  await search.pressSequentially('win');
  await page.getByRole('option', { name: 'Windows 7 Embedded Operating system' }).click();
  await search.and(page.locator('[value=\'operatingsystem:"Windows 7 Embedded" \']')).waitFor();
  await page.getByRole('row', { name: /PC-7/ }).waitFor();
  await page.getByRole('button', { name: 'Operating system Windows 7 Embedded' }).click();
  await page.keyboard.type('nosuch:field');
  await page.getByRole('button', { name: 'nosuch is not a field: field' }).waitFor();
  await page.getByRole('button', { name: 'Remove nosuch:field from the search' }).click();
  await page.getByRole('button', { name: /nosuch is not a field/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /PC-7/ }).waitFor();
});

test('the global search completes the value of a key, and names an unknown key', async () => {
  await page.goto(plant.url);
  await searchBox().fill('in:hall');
  await page.getByRole('option', { name: 'Hall Z1 Within' }).click();
  await searchBox().and(page.locator('[value=\'in:"Hall Z1" \']')).waitFor();
  await searchBox().fill('nosuch:field');
  await page.getByText('There is no field “nosuch”, so it was searched as text.').waitFor();
});

test('the command palette offers the list of the computers with an operating system', async () => {
  const command = await openPalette();
  await command.fill('windows 7');
  await page
    .getByRole('option', { name: /Operating system Windows 7 Embedded/ })
    .first()
    .click();
  await page.getByRole('row', { name: /PC-7/ }).waitFor();
});

test('the command palette finds lists by what they show', async () => {
  const command = await openPalette();
  await command.fill('overdue');
  await page
    .getByRole('option', { name: /Measuring tools: .*overdue/i })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Measuring tools' }).waitFor();
  expect(new URL(page.url()).search).toContain('true');
});

test('the search finds a page by what it shows', async () => {
  await page.goto(plant.url);
  await searchBox().fill('toner');
  await page.getByRole('option', { name: 'Printer supplies Page' }).waitFor();
});
