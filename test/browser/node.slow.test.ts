import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { prepareNodeBundle } from '../support/node-bundle.ts';
import { walkFirstSteps } from './first-steps.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
beforeAll(async () => {
  appliance = await startAppliance({ program: await prepareNodeBundle() });
  session = await openBrowser();
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

test('the server on Node serves the UI from the setup wizard to a found asset', async () => {
  const opened = await walkFirstSteps(session.page, appliance.url);
  expect(opened.headers()['content-security-policy']).toContain("default-src 'self'; script-src 'self'");
  expect(opened.headers()['content-security-policy']).not.toContain('unsafe');
  await session.page.goto(`${appliance.url}/api/docs`);
  await session.page.locator('.opblock-tag').first().click();
  await session.page.locator('.opblock-summary-path').first().waitFor();
  expect(session.problems).toEqual([]);
  expect(appliance.stderr()).toBe('');
});
