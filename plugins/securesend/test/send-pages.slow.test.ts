import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { openByAccount } from '../../../test/browser/menu.ts';
import { DESK, findFaults, findPageFaults } from '../../../test/browser/page-faults.ts';
import { HANG_MS } from '../../../test/support/hang.ts';

setDefaultTimeout(HANG_MS);

let plant: FilledPlant;
let page: Page;
/** Browser contexts of the recipients of a test. */
const contexts: BrowserContext[] = [];
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  await plant.session.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = plant.session.page;
});
beforeEach(() => page.setViewportSize(DESK));
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(plant.session.problems.splice(0)).toEqual([]);
});
afterAll(() => plant?.stop());

/** Opens a separate browser context without an account. */
async function recipient(script?: () => void): Promise<Page> {
  const context = await plant.session.browser.newContext();
  contexts.push(context);
  context.setDefaultTimeout(HANG_MS);
  if (script) await context.addInitScript(script);
  return context.newPage();
}

const makeLink = () => page.getByRole('button', { name: 'Create link' }).click();

/** Creates a link for a text and returns it as the page copies it. */
async function linkTo(text: string): Promise<string> {
  await page.goto(`${plant.url}/send`);
  await page.getByLabel('Secret').fill(text);
  await makeLink();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Reports whether the link can still be opened. The query does not use it up. */
const isLive = async (link: string) => {
  const token = new URL(link).pathname.split('/').pop();
  return ((await plant.send('GET', `/securesend/${token}`)).data as { live: boolean }).live;
};

const SECRET = 'user: opc\npassword: Xk93-lathe! ü𝄞';
const show = (reader: Page) => reader.getByRole('button', { name: 'Show secret' });

test('the menu of the user opens the page, which shows how it works and what input is missing', async () => {
  await page.goto(plant.url);
  await openByAccount(page, 'Secure send');
  await page.getByRole('heading', { name: 'How it works' }).waitFor();
  await makeLink();
  await page.getByText('Enter what you want to send.').waitFor();
  await page.getByLabel('Secret').fill('x'.repeat(98_001));
  await makeLink();
  await page.getByText('links are for passwords, keys and small files').waitFor();
  await page.getByText('Small file', { exact: true }).click();
  await makeLink();
  await page.getByText('Choose the file that you want to send.').waitFor();
});

test('a link shows its secret once to an anonymous reader and sends no key to the server', async () => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
  const link = await linkTo(SECRET);
  await page.getByText('The link works only once.').waitFor();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const reader = await recipient();
  reader.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
  await reader.goto(link);
  // The button is disabled until the appliance confirms that the link is valid.
  await reader.getByRole('button', { name: 'Show secret', disabled: false }).waitFor();
  expect(await reader.getByText('Xk93').count()).toBe(0);
  // Viewing the page does not use up the link.
  expect(await isLive(link)).toBe(true);
  // Use only the keyboard.
  await reader.keyboard.press('Tab');
  await reader.keyboard.press('Enter');
  const text = reader.getByRole('region', { name: 'The secret' });
  await text.waitFor();
  expect(await text.textContent()).toBe(SECRET);
  expect(await isLive(link)).toBe(false);
  const key = new URL(link).hash.slice(1);
  expect(key.length).toBeGreaterThan(40);
  expect(requests.length).toBeGreaterThan(4);
  expect(requests.filter((sentText) => sentText.includes(key) || sentText.includes('Xk93'))).toEqual([]);
  await reader.getByRole('button', { name: 'Hide' }).click();
  expect(await text.textContent()).not.toContain('Xk93');

  const second = await recipient();
  await second.goto(link);
  await second.getByRole('heading', { name: 'This link does not work anymore' }).waitFor();
});

test('the browser stores no key in address, history or storage when the secret was shown', async () => {
  const link = await linkTo(SECRET);
  const [address, key] = link.split('#') as [string, string];
  const reader = await recipient();
  await reader.goto(`${plant.url}/login`);
  await reader.goto(link);
  await show(reader).click();
  await reader.getByText('Xk93').waitFor();
  await reader.waitForURL(address);
  const readStored = () =>
    reader.evaluate(() =>
      JSON.stringify([location.href, history.state, { ...sessionStorage }, { ...localStorage }]),
    );
  expect(await readStored()).not.toContain(key);
  await reader.goBack();
  await reader.getByLabel(/User ?name/i).waitFor();
  expect(await readStored()).not.toContain(key);
  await reader.goForward();
  await reader.getByRole('heading', { name: 'This link does not work anymore' }).waitFor();
  expect(reader.url()).toBe(address);
});

test('the page shows that the secret was opened when it is reloaded after that', async () => {
  const link = await linkTo(SECRET);
  const reader = await recipient();
  await reader.goto(link);
  await show(reader).click();
  await reader.getByText('Xk93').waitFor();
  await reader.waitForURL(link.split('#')[0]!);
  await reader.reload();
  await reader.getByText('This secret was already opened, has expired or never existed.').waitFor();
  expect(await reader.getByText('The secret was not opened.').count()).toBe(0);
});

test('a link is not spent when its key is missing or wrong, and the complete link opens it', async () => {
  const link = await linkTo(SECRET);
  const reader = await recipient();
  for (const wrong of [link.split('#')[0]!, link.slice(0, -1), `${link.slice(0, -4)}AAAA`]) {
    await reader.goto('about:blank');
    await reader.goto(wrong);
    await reader.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    expect(await show(reader).count()).toBe(0);
  }
  expect(await isLive(link)).toBe(true);
  await reader.goto(link);
  await show(reader).click();
  await reader.getByText('Xk93').waitFor();
});

test('a link shows the same page when it is spent while open as when it was spent before', async () => {
  const link = await linkTo(SECRET);
  const [first, second] = [await recipient(), await recipient()];
  for (const reader of [first, second]) {
    await reader.goto(link);
    await show(reader).waitFor();
  }
  await show(first).click();
  await first.getByText('Xk93').waitFor();
  await show(second).click();
  const empty = (reader: Page) => reader.getByRole('heading', { name: 'This link does not work anymore' });
  await empty(second).waitFor();
  const text = await second.locator('main').innerText();
  await second.goto('about:blank');
  await second.goto(link);
  await empty(second).waitFor();
  expect(await second.locator('main').innerText()).toBe(text);
});

test('the page sends a small file unchanged with its name and refuses a large one', async () => {
  await page.goto(`${plant.url}/send`);
  await page.getByText('Small file', { exact: true }).click();
  const buffer = Buffer.from(Array.from({ length: 5000 }, (_, at) => at & 255));
  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'large.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(99_000),
  });
  await makeLink();
  await page.getByText('The size is 99 kB, the limit is 98 kB').waitFor();
  await input.setInputFiles({ name: 'line 4.key', mimeType: 'application/octet-stream', buffer });
  await page.getByLabel('Expires after').selectOption('1 week');
  await makeLink();
  const link = await page.locator('.mw-secret code').innerText();
  const reader = await recipient();
  await reader.goto(link);
  await show(reader).click();
  const saving = reader.waitForEvent('download');
  await reader.getByRole('button', { name: 'Save file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('line 4.key');
  expect(Buffer.from(await Bun.file(await saved.path()).arrayBuffer()).equals(buffer)).toBe(true);
});

test('both pages require https and spend no link when the browser cannot encrypt', async () => {
  const link = await linkTo(SECRET);
  const reader = await recipient(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await reader.goto(link);
  await reader.getByRole('heading', { name: 'This page requires https' }).waitFor();
  expect(await show(reader).count()).toBe(0);
  expect(await isLive(link)).toBe(true);
  await page.addInitScript(() => {
    if (location.search === '?plain') Object.defineProperty(crypto, 'subtle', { value: undefined });
  });
  await page.goto(`${plant.url}/send?plain`);
  await page.getByRole('heading', { name: 'This page requires https' }).waitFor();
  expect(await page.getByRole('button', { name: 'Create link' }).count()).toBe(0);
});

test('the page requires sign-in and is not in the navigation for an anonymous caller', async () => {
  const reader = await recipient();
  await reader.goto(`${plant.url}/send`);
  await reader.getByText('Sign in to do this.').waitFor();
  await reader.getByRole('button', { name: 'Display and help' }).click();
  await reader.getByRole('menuitem', { name: 'Help' }).waitFor();
  expect(await reader.getByRole('menuitem', { name: 'Secure send' }).count()).toBe(0);
});

test('each state passes the accessibility checks on desk and phone, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const link = await linkTo(SECRET);
    expect(await findPageFaults(plant, [link.slice(plant.url.length)], colorScheme)).toEqual([]);
    const reader = await recipient();
    await reader.goto(link);
    await show(reader).click();
    await reader.getByText('Xk93').waitFor();
    await linkTo(SECRET);
    const states = [page, reader];
    for (const address of [link, link.split('#')[0]!]) {
      const other = await recipient();
      await other.goto(address);
      await other.getByRole('heading', { name: /^This link / }).waitFor();
      states.push(other);
    }
    for (const state of states)
      for (const size of [DESK, { width: 390, height: 844 }]) {
        await state.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await state.setViewportSize(size);
        expect(await findFaults(state)).toEqual([]);
      }
    await page.setViewportSize(DESK);
  }
});
