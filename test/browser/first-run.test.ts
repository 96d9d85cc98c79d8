import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { eventually } from '../support/receivers.ts';
import { firstSteps } from './first-steps.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--base-path', '/plant'] });
  session = await openBrowser();
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

test('a new appliance says where to set it up', async () => {
  await eventually(() => /^Open /m.test(appliance.stdout()), 'it says what to open');
  const address = /^Open (\S+)\?code=[\w-]{16} to set up this appliance\.$/m.exec(appliance.stdout())?.[1];
  expect(address).toBe(`${appliance.url}/setup`);
  expect(appliance.url).toEndWith('/plant');
});

test('from the setup wizard to a found asset, without an error and without a word to anybody else', async () => {
  const opened = await firstSteps(session.page, appliance.url);
  const policy = opened.headers()['content-security-policy'];
  expect(policy).toContain("default-src 'self'; script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(session.problems).toEqual([]);
});

test('the first asset is in the list, and the plant has its name', async () => {
  await session.page.goto(`${appliance.url}/assets`);
  await session.page.getByText('M-0815').first().waitFor();
  expect(await session.page.locator('#root').innerText()).toContain('Rotterdam');
  expect(session.problems).toEqual([]);
});

test('the form of the setup stands only where somebody is wanted for it, however slow the way in', async () => {
  const context = await session.browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const drawn: string[][] = [];
  for (const slow of ['**/setup/needs-admin', '**/login-page*']) {
    await page.route(slow, async (route) => {
      await Bun.sleep(300);
      drawn.push(await page.locator('label').allInnerTexts());
      await route.continue();
    });
  }
  await page.goto(`${appliance.url}/setup`);
  await page.waitForURL('**/login');
  await page.getByRole('textbox', { name: 'Password' }).waitFor();
  expect(drawn).toEqual([[], []]);
  await context.close();
});

test('the second visitor is asked to sign in, not to set up', async () => {
  const context = await session.browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`${appliance.url}/setup`);
  await page.waitForURL('**/login');
  await page.getByLabel(/User ?name/i).fill('mara');
  await page.locator('input[type=password]').fill('correct horse');
  await page.keyboard.press('Enter');
  await page.getByLabel('Search everything').waitFor();
  await context.close();
});
