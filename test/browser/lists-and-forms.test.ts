import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
let page: Page;
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'] });
  const made = await fetch(`${appliance.url}/api/setup/create-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(MARA),
  });
  expect(made.ok).toBe(true);
  session = await openBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  page = session.page;
  await signIn(page, appliance.url);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

/** Waits until the element with this ID, name or text has the focus. */
const focusOn = (name: string) =>
  page.waitForFunction((wanted) => {
    const { activeElement } = document;
    return [activeElement?.id, activeElement?.getAttribute('name'), activeElement?.textContent].includes(
      wanted,
    );
  }, name);

test('a form shows the error at its field, and a closed dialog returns the focus', async () => {
  await page.goto(`${appliance.url}/admin/roles`);
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await dialog.getByText('Role name is required.').waitFor();
  await focusOn('rolename');
  await page.keyboard.type('Visitor');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Visitor (0)' }).waitFor();
  await focusOn('New role');
});

test('a dialog ignores a click outside, and asks before Escape or Cancel discards the input', async () => {
  await page.goto(`${appliance.url}/admin/roles`);
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await page.mouse.click(5, 5);
  await dialog.getByLabel('Name').fill('Guard');
  const question = page.getByRole('dialog', { name: 'Discard changes' });
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
  await page.keyboard.press('Escape');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Guard');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('the secret of a token is shown once, and the focus moves to the page afterwards', async () => {
  await page.goto(`${appliance.url}/admin/tokens`);
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('nightly export');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('it is not shown again').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focusOn('main');
});

test('the system page and the plugins page do not share a cached list', async () => {
  await page.goto(`${appliance.url}/admin/system`);
  await page.getByText('PCs, laptops and servers').waitFor();
  await page.getByRole('link', { name: 'Plugins' }).click();
  await page.getByRole('switch', { name: 'Computers enabled' }).waitFor();
  expect(session.problems.filter((problem) => problem.startsWith('script error'))).toEqual([]);
});

test('a list shows an error, loads on retry and keeps its rows when a later request fails', async () => {
  const message = 'The disk is full.';
  const body = JSON.stringify({ data: { error: { code: 'INTERNAL', message } }, meta: {} });
  const fail = () => page.route('**/api/jobs', (route) => route.fulfill({ status: 500, body }));
  await fail();
  await page.goto(`${appliance.url}/admin/jobs`);
  await page.getByRole('alert').getByText(message).waitFor();
  await page.unroute('**/api/jobs');
  await page.getByRole('button', { name: 'Try again' }).click();
  const rows = page.getByRole('table', { name: 'Jobs' }).getByRole('row');
  await rows.nth(1).waitFor();
  const count = await rows.count();
  await fail();
  await page
    .getByRole('button', { name: /^Run now/ })
    .first()
    .click();
  await page.getByRole('alert').getByText('This may be out of date.').waitFor();
  expect(await rows.count()).toBe(count);
});

test('the jobs page states whether a job succeeded or why it failed', async () => {
  await page.goto(`${appliance.url}/admin/jobs`);
  await page.getByRole('button', { name: 'Run now: Delete old import results' }).click();
  await page.getByText('The job "Delete old import results" finished.').waitFor();
  const data = { lastresult: 'failed', lasterror: 'The disk is full.' };
  await page.route('**/api/jobs/*/run', (route) => route.fulfill({ json: { data, meta: {} } }));
  await page.getByRole('button', { name: 'Run now: Delete old import results' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The job "Delete old import results" failed' });
  await failure.getByText('The disk is full.').waitFor();
  await page.unroute('**/api/jobs/*/run');
});
