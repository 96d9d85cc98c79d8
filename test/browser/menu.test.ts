import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { NavigationNode } from '../../src/kit/resource/descriptor.ts';
import { HANG_MS } from '../support/hang.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { findMore, findTab, openByMenu } from './menu.ts';
import { DESK, findFaultsInAllLooks, PHONE } from './page-faults.ts';

setDefaultTimeout(HANG_MS);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
beforeEach(async () => {
  await page.setViewportSize(DESK);
  await page.evaluate(() => localStorage.removeItem('millwright.navigation.opened'));
});
afterEach(() => expect(plant.session.problems.splice(0)).toEqual([]));
afterAll(() => plant?.stop());

const menu = () => page.getByRole('navigation', { name: 'Main' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const readMarked = () => page.locator('.mw-nav [aria-current="page"]').allInnerTexts();
const listOpenGroups = () => menu().locator('[aria-expanded="true"]').allInnerTexts();

test('groups are closed except the current one and those that the user opened', async () => {
  await page.goto(plant.url);
  await menu().getByRole('button', { name: 'Floor' }).waitFor();
  expect(await listOpenGroups()).toEqual([]);
  await menu().getByRole('button', { name: 'Floor' }).click();
  await page.goto(`${plant.url}/machines`);
  await heading('Machines').waitFor();
  expect(await listOpenGroups()).toEqual(['Assets', 'Floor']);
  await menu().getByRole('button', { name: 'Assets' }).click();
  expect(await listOpenGroups()).toEqual(['Floor']);
  await menu().getByRole('button', { name: 'Floor' }).click();
  await page.goto(`${plant.url}/computers`);
  await heading('Computers').waitFor();
  expect(await listOpenGroups()).toEqual(['Assets']);
});

test('entries that nothing uses yet appear after a press on More, and the current one always', async () => {
  const nodes = (await plant.send('GET', '/dashboard/navigation')).data as NavigationNode[];
  const group = nodes.find(({ children = [] }) => children.some(({ isunused }) => isunused))!;
  const { title } = group.children!.find(({ isunused }) => isunused)!;
  const entry = menu().getByRole('link', { name: title, exact: true });
  const button = menu().getByRole('button', { name: group.title, exact: true });
  await page.goto(plant.url);
  await button.click();
  await findMore(button).waitFor();
  expect(await entry.count()).toBe(0);
  await findMore(button).click();
  await entry.click();
  await findMore(button).click();
  expect(await entry.getAttribute('aria-current')).toBe('page');
});

test('tabs that nothing uses yet appear after a press on More, and the current one always', async () => {
  await page.goto(`${plant.url}/endpoints/enrollment`);
  const tabs = page.getByRole('navigation', { name: 'Agents pages', exact: true });
  const read = () => tabs.getByRole('link').allInnerTexts();
  const more = tabs.getByRole('button', { name: 'More' });
  await more.waitFor();
  expect(await read()).toEqual(['Enrollment', 'Bootstrap tokens']);
  await more.press('Enter');
  await findTab(page, 'Agents', 'Operator reports').click();
  await heading('Operator reports').waitFor();
  expect(await read()).toContain('Agent builds');
  await tabs.getByRole('button', { name: 'Less' }).press('Enter');
  expect(await read()).toEqual(['Enrollment', 'Bootstrap tokens', 'Operator reports']);
});

test('the tabs of an entry open its pages by mouse and keyboard, and the menu marks the entry', async () => {
  await page.goto(plant.url);
  await openByMenu(page, 'Admin', 'System', 'Jobs');
  await heading('Jobs').waitFor();
  expect(await readMarked()).toEqual(['System']);
  await findTab(page, 'System', 'Jobs').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading('Plugins').waitFor();
  expect(await findTab(page, 'System', 'Plugins').getAttribute('aria-current')).toBe('page');
  expect(await findTab(page, 'System', 'Jobs').getAttribute('aria-current')).toBeNull();
  await page.goBack();
  await heading('Jobs').waitFor();
});

test('the menu marks the entry of a record, which has no tabs', async () => {
  await page.goto(`${plant.url}/computers/1`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await readMarked()).toEqual(['Computers']);
  expect(await page.getByRole('navigation', { name: 'Computers pages' }).count()).toBe(0);
  await page.goto(`${plant.url}/employees/record/1`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await readMarked()).toEqual(['Employees']);
});

test('the page of the lists finds a list, and a list leads back', async () => {
  await page.goto(plant.url);
  await openByMenu(page, 'Records', 'Lists');
  await page.getByLabel('Search in lists').fill('remote access');
  const lists = page.locator('.mw-lists li');
  await page.waitForFunction(() => document.querySelectorAll('.mw-lists li').length === 1);
  expect(await lists.innerText()).toMatch(/^Access protocols\s+Remote access protocols .*\s+\d+ entr/);
  await lists.getByRole('link').click();
  await heading('Access protocols').waitFor();
  expect(await readMarked()).toEqual(['Lists']);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Lists' }).click();
  await page.getByLabel('Search in lists').fill('none such');
  await page.getByText('No lists match').waitFor();
});

test('vendors and models are tabs beside the page of the lists, and locations beside the floor plan', async () => {
  const readTabs = (entry: string) =>
    page
      .getByRole('navigation', { name: `${entry} pages` })
      .getByRole('link')
      .allInnerTexts();
  await page.goto(plant.url);
  await openByMenu(page, 'Records', 'Lists', 'Vendors');
  await heading('Vendors').waitFor();
  expect(await readTabs('Lists')).toEqual(['Lists', 'Vendors', 'Models']);
  expect(await readMarked()).toEqual(['Lists']);
  await openByMenu(page, 'Floor', 'Floor plan', 'Locations');
  await heading('Locations').waitFor();
  expect(await readTabs('Floor plan')).toEqual(['Floor plan', 'Locations']);
  expect(await readMarked()).toEqual(['Floor plan']);
});

test('the floor plan fills the window below its tabs without a scroll bar', async () => {
  await plant.send('POST', '/maplevels', { building: 'Hall A', level: 'Ground floor' });
  await page.goto(`${plant.url}/map`);
  const body = page.locator('.mw-map-body');
  await body.waitFor();
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await plant.session.settled();
    const plan = (await body.boundingBox())!;
    expect(plan.y + plan.height).toBe(size.height);
    expect(plan.height).toBeGreaterThan(size.height * 0.75);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(size.height);
  }
});

test('the palette finds a tab by its title, and a shortcut opens a first tab', async () => {
  await page.goto(plant.url);
  await menu().getByRole('button', { name: 'Assets' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Command', { exact: true }).fill('bootstrap tok');
  await page.getByRole('option', { name: /Bootstrap tokens/ }).waitFor();
  await page.keyboard.press('Enter');
  await heading('Bootstrap tokens').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await heading('Printers').waitFor();
});

test('the palette finds an action by what it does and by other names of the record', async () => {
  await page.goto(plant.url);
  await menu().getByRole('button', { name: 'Assets' }).waitFor();
  await page.keyboard.press('Control+k');
  for (const text of ['add pc', 'create laptop', 'new computer']) {
    await page.getByLabel('Command', { exact: true }).fill(text);
    await page.getByRole('option', { name: /New computer(?! type)/ }).waitFor();
  }
  await page.getByLabel('Command', { exact: true }).fill('add pc');
  await page.keyboard.press('Enter');
  await heading('New computer').waitFor();
});

test('the palette has the text that was typed while it was loaded', async () => {
  await page.goto(plant.url);
  await menu().getByRole('button', { name: 'Assets' }).waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/command-palette*.js', async (route) => {
    await promise;
    await route.continue();
  });
  try {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('add pc');
    resolve();
    await page.getByRole('option', { name: /New computer(?! type)/ }).waitFor();
    await page.keyboard.type(' x');
    expect(await page.getByLabel('Command', { exact: true }).inputValue()).toBe('add pc x');
  } finally {
    resolve();
    await page.unroute('**/command-palette*.js');
  }
});

test('on a phone the bar scrolls to the current tab and fades at hidden tabs', async () => {
  await page.setViewportSize(PHONE);
  await page.goto(`${plant.url}/admin/system`);
  const bar = page.getByRole('navigation', { name: 'System pages' });
  const isFadedAt = (side: string) =>
    page.waitForFunction((at) => document.querySelector(`.mw-page-tabs[data-hidden="${at}"]`), side);
  await bar.waitFor();
  await isFadedAt('right');
  await page.goto(`${plant.url}/admin/plugins`);
  await isFadedAt('both');
  const box = (await findTab(page, 'System', 'Plugins').boundingBox())!;
  expect([box.x > 0, box.x + box.width < PHONE.width]).toEqual([true, true]);
  await page.goto(`${plant.url}/admin/audit`);
  await isFadedAt('left');
});

test('the lists and an opened menu have no layout or accessibility fault', async () => {
  await page.goto(`${plant.url}/lists`);
  await page.getByText('Access protocols', { exact: true }).waitFor();
  await menu().getByRole('button', { name: 'Admin' }).click();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});
