import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { eventually } from '../support/receivers.ts';
import { testJourney } from '../support/step.ts';
import { walkFirstSteps } from './first-steps.ts';
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

test('a new server prints the setup address with its code', async () => {
  await eventually(() => /^Open /m.test(appliance.stdout()), 'it says what to open');
  const address = /^Open (\S+)\?code=[\w-]{16} to set up this appliance\.$/m.exec(appliance.stdout())?.[1];
  expect(address).toBe(`${appliance.url}/setup`);
  expect(appliance.url).toEndWith('/plant');
});

async function setUpAppliance(): Promise<void> {
  const opened = await walkFirstSteps(session.page, appliance.url);
  const policy = opened.headers()['content-security-policy'];
  expect(policy).toContain("default-src 'self'; script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(session.problems).toEqual([]);
}

async function findAssetInList(): Promise<void> {
  await session.page.goto(`${appliance.url}/assets`);
  await session.page.getByText('M-0815').first().waitFor();
  expect(await session.page.locator('#root').innerText()).toContain('Rotterdam');
  expect(session.problems).toEqual([]);
}

/**
 * Opens the setup page of an appliance with an account over a slow connection. No form may appear until it
 * has loaded.
 */
async function openSetupSlowly(): Promise<void> {
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
}

async function signInAsSecondVisitor(): Promise<void> {
  const context = await session.browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`${appliance.url}/setup`);
  await page.waitForURL('**/login');
  await page.getByLabel(/User ?name/i).fill('mara');
  await page.locator('input[type=password]').fill('correct horse');
  await page.keyboard.press('Enter');
  await page.getByLabel('Search everything').waitFor();
  await context.close();
}

testJourney('an admin sets the server up and finds the first asset, and a second visitor signs in', {
  'Set the server up without errors or requests to other hosts': setUpAppliance,
  'Find the first asset and the name of the plant in the list': findAssetInList,
  'Open the setup page over a slow connection': openSetupSlowly,
  'Sign in as the second visitor': signInAsSecondVisitor,
});
