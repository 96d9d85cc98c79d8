import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, listRecordPaths, startFilledPlant } from './filled-plant.ts';
import { findMisplaced } from './find-misplaced.ts';
import { openTab } from './open-tab.ts';
import { DESK, findFaults, PHONE, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = 'Kestrel Industrial Group, works of the north-western district';
  await plant.send('PUT', '/settings/site_name', { value: name });
});
beforeEach(() => page.setViewportSize(DESK));
afterAll(() => plant?.stop());

const SIZES = [DESK, PHONE];
const open = async (path: string) => {
  await page.goto(plant.url + path);
  await plant.session.settled();
};
const button = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Returns the titles in the menu of empty tabs of the open page. */
async function listEmptyTabs(): Promise<string[]> {
  const more = page.getByRole('button', { name: 'More tabs' });
  if ((await more.count()) === 0) return [];
  await more.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const titles = await items.allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return titles;
}

/** Returns the faults of each tab, with rows or without, and each menu of the open page, and counts them. */
async function faultsOfTabsAndMenus(opened: { tabs: number; menus: number }): Promise<string[]> {
  const faults: string[] = [];
  const tabs = page.getByRole('tab');
  for (let at = 0; at < (await tabs.count()); at++) {
    await tabs.nth(at).click();
    opened.tabs++;
    await plant.session.settled();
    for (const fault of await findMisplaced(page))
      faults.push(`tab ${await tabs.nth(at).innerText()}: ${fault}`);
  }
  for (const name of await listEmptyTabs()) {
    await openTab(page, name);
    opened.tabs++;
    await plant.session.settled();
    for (const fault of await findMisplaced(page)) faults.push(`empty tab ${name}: ${fault}`);
  }
  const menus = page.locator('button[aria-haspopup="menu"]:visible');
  for (let at = 0; at < (await menus.count()); at++) {
    const name = await menus.nth(at).getAttribute('aria-label');
    await menus.nth(at).click();
    await page.getByRole('menu').waitFor();
    opened.menus++;
    for (const fault of await findFaults(page)) faults.push(`menu ${name}: ${fault}`);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  return faults;
}

test.each(SIZES)(
  'each tab and menu of records and lists is readable and usable at $width px',
  async (size) => {
    await page.setViewportSize(size);
    const faults: string[] = [];
    const records = await listRecordPaths(plant.send);
    expect(records).toContainEqual(expect.stringMatching(/^\/assets\/\d+$/));
    const opened = { tabs: 0, menus: 0 };
    for (const path of [...records, '/assets', '/computers']) {
      await open(path);
      for (const fault of await faultsOfTabsAndMenus(opened)) faults.push(`${path}, ${fault}`);
    }
    expect([opened.tabs > 0, opened.menus > 0]).toEqual([true, true]);
    expect(faults).toEqual([]);
  },
);

/** Changes the asset as another user while its form is open, so that saving the form fails. */
async function conflict(name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Lathe by hand');
  await plant.send('PUT', '/assets/1', { name });
  await button('Save changes');
  await page.getByText('Another user has changed this record').waitFor();
}

test('the palette, a form conflict, the phone navigation and the panel have no layout fault', async () => {
  const faults: string[] = [];
  const look = async (what: string, path: string) => {
    await plant.session.settled();
    for (const fault of await findFaults(page)) faults.push(`${what} on ${path}: ${fault}`);
  };
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await look(`the palette at ${size.width}`, '/');
    await open('/assets/1/edit');
    await conflict(`Lathe at ${size.width}`);
    await look(`a conflict at ${size.width}`, '/assets/1/edit');
  }
  await open('/');
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('dialog').waitFor();
  await look('the navigation of a phone', '/');
  await page.setViewportSize(DESK);
  await open('/assets?open=1');
  await page.getByRole('complementary').waitFor();
  await look('the panel', '/assets');
  expect(faults).toEqual([]);
});

test('a long plant name takes two lines and stays in the window', async () => {
  await open('/');
  const brand = page.locator('.mw-navbar .mw-brand');
  const box = (await brand.locator('strong').boundingBox())!;
  const frame = (await brand.boundingBox())!;
  expect([box.y >= 0, box.height <= 36, box.y + box.height <= frame.y + frame.height]).toEqual([
    true,
    true,
    true,
  ]);
});
