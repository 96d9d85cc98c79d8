import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page, Route } from 'playwright-core';
import { type FilledPlant, listRecordPaths, startFilledPlant } from './filled-plant.ts';
import { findMisplaced } from './find-misplaced.ts';
import {
  DESK,
  findFaults,
  findOverflow,
  listAllPaths,
  PARTS,
  PHONE,
  selectPart,
  WALK_MS,
} from './page-faults.ts';

setDefaultTimeout(2 * WALK_MS);

/** The control that opens a dialog: a button of the page, or an entry of a menu. */
interface Opener {
  menu?: string;
  name: string;
}

const REFUSAL =
  'The change was refused, because another user changed this record after you opened it. Open the record again, compare both versions, and repeat your change.';
const SIGNED_IN = /\/api\/auth\/(refresh|logout)$/;

let plant: FilledPlant;
let page: Page;
let allPaths: string[];
let opened = 0;
let refused = 0;

beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  allPaths = [...(await listAllPaths(plant.send)), ...(await listRecordPaths(plant.send))];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/api/**', refuseWrite);
  page.context().on('page', (other) => void other.close());
});
afterAll(() => plant?.stop());

/** Rejects every write, so that the test sees how pages show an error and changes nothing. */
async function refuseWrite(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() === 'GET' || SIGNED_IN.test(new URL(request.url()).pathname)) return route.fallback();
  refused++;
  const error = { code: 'CONFLICT', message: REFUSAL };
  await route.fulfill({ status: 409, json: { status: 'error', data: { error } } });
}

const BUTTONS = 'main button:not([role=tab]):not([aria-haspopup]):not(tbody > tr:nth-child(n + 2) *)';
const MENUS = 'main button[aria-haspopup="menu"]:not(tbody > tr:nth-child(n + 2) *)';

/** Returns the distinct accessible names of the elements that can be pressed. */
async function namesOf(elements: Locator): Promise<string[]> {
  const names = await elements.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'))
      .map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText.trim()),
  );
  return [...new Set(names.filter(Boolean))];
}

const findNamed = (elements: Locator, name: string) =>
  elements
    .and(page.locator(`[aria-label=${JSON.stringify(name)}]`))
    .or(elements.filter({ hasText: name }))
    .first();

async function listOpeners(): Promise<Opener[]> {
  const openers: Opener[] = (await namesOf(page.locator(BUTTONS))).map((name) => ({ name }));
  for (const menu of await namesOf(page.locator(MENUS))) {
    await openMenu(menu);
    for (const name of await namesOf(page.getByRole('menuitem'))) openers.push({ menu, name });
    await page.keyboard.press('Escape');
  }
  return openers;
}

async function openMenu(menu: string): Promise<void> {
  await findNamed(page.locator(MENUS), menu).click();
  await page.getByRole('menu').waitFor();
}

/** Presses the opener. Returns whether a dialog opened. */
async function press({ menu, name }: Opener): Promise<boolean> {
  if (menu) await openMenu(menu);
  await findNamed(page.locator(menu ? '[role=menuitem]' : BUTTONS), name).click();
  await plant.session.settled();
  return page.getByRole('dialog').first().isVisible();
}

async function faultsAtBothWidths(look: (page: Page) => Promise<string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await plant.session.settled();
    for (const fault of await look(page)) faults.push(`at ${size.width}: ${fault}`);
  }
  return faults;
}

/** Checks the page with its toasts, then closes them and checks what they covered. */
async function looks(one: Page): Promise<string[]> {
  const wide = await findOverflow(one);
  await one.evaluate(() => {
    for (const message of document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton'))
      message.click();
  });
  await one.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
  return [...wide, ...(await findMisplaced(one))];
}

/** Submits the open dialog unchanged. The page or the server rejects it, or it closes. */
async function submit(): Promise<void> {
  const button = page.getByRole('dialog').last().locator('button[type=submit]:enabled').first();
  if ((await button.count()) === 0) return;
  await button.click();
  await plant.session.settled();
}

/** Number of presses of each control without a dialog, by name. Lists share most of these controls. */
const pressed = new Map<string, number>();
const MAX_PRESSES = 2;

async function faultsOfOpener(opener: Opener): Promise<string[]> {
  if (!(await press(opener))) {
    pressed.set(opener.name, (pressed.get(opener.name) ?? 0) + 1);
    if (opener.menu) await page.keyboard.press('Escape');
    return faultsAtBothWidths(looks);
  }
  opened++;
  const faults = await faultsAtBothWidths(findFaults);
  await submit();
  return [...faults, ...(await faultsAtBothWidths(looks)).map((fault) => `refused, ${fault}`)];
}

async function faultsOfPage(path: string): Promise<string[]> {
  const faults: string[] = [];
  const open = async () => {
    await page.goto(plant.url + path);
    await page.locator('h1').first().waitFor();
    await plant.session.settled();
  };
  await open();
  for (const opener of await listOpeners()) {
    if ((pressed.get(opener.name) ?? 0) >= MAX_PRESSES) continue;
    for (const fault of await faultsOfOpener(opener))
      faults.push(`${path}, ${[opener.menu, opener.name].filter(Boolean).join(' > ')}, ${fault}`);
    await open();
  }
  return faults;
}

for (const part of PARTS)
  test(`each dialog and error is readable and usable at both widths: part ${part} of ${PARTS.length}`, async () => {
    const before = { opened, refused };
    const paths = selectPart(allPaths, part);
    const faults: string[] = [];
    for (const path of paths) faults.push(...(await faultsOfPage(path)));
    expect(faults).toEqual([]);
    expect([opened > before.opened, refused > before.refused]).toEqual([true, true]);
  });
