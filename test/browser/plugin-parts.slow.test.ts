import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { testJourney } from '../support/step.ts';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';
import { openByMenu } from './menu.ts';
import { openTab } from './open-tab.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
let page: Page;
const today = () => new Date().toLocaleDateString('sv');

beforeAll(async () => {
  const server = join(import.meta.dir, '../fixtures/serve-tools.ts');
  appliance = await startAppliance({
    program: [process.execPath, '--no-env-file', server],
    args: ['--no-tls'],
  });
  await post('/setup/create-admin', MARA);
  const { access_token } = (await post('/auth/login', MARA)) as { access_token: string };
  await post('/tools', { assetnumber: 'T-1', name: 'Micrometer', drawer: 'B 4' }, access_token);
  await post('/lockers', { locker: 'A-17' }, access_token);
  session = await openBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  page = session.page;
  await signIn(page, appliance.url);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

async function post(path: string, body: object, token?: string): Promise<unknown> {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${appliance.url}/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return ((await response.json()) as { data: unknown }).data;
}

testJourney('a verb of a plugin fills its ledger, and its filter, attention rule and report find the tool', {
  'Run the verb from its form, and find its ledger on the pages of the tool and the asset': async () => {
    await page.goto(`${appliance.url}/tools/1`);
    await page.getByRole('button', { name: 'Calibrate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calibrate: T-1' });
    await dialog.getByRole('button', { name: 'Calibrate' }).click();
    await dialog.getByText('Done on is required.').waitFor();
    await dialog.getByLabel('Done on').fill('2999-01-01');
    await dialog.getByLabel('Verdict').selectOption('Failed');
    await dialog.getByRole('button', { name: 'Calibrate' }).click();
    await dialog.getByText('The calibration date must be in the past.').waitFor();
    await dialog.getByLabel('Done on').fill(today());
    await dialog.getByLabel('Certificate').fill('C-4711');
    await dialog.getByRole('button', { name: 'Calibrate' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('365 days').waitFor();
    await openTab(page, 'Calibrations');
    const table = page.getByRole('table', { name: 'Calibrations' });
    await table.getByText('C-4711').waitFor();
    await table.getByText('Failed').waitFor();
    await page.goto(`${appliance.url}/assets/1?tab=calibrations`);
    await page.getByRole('table', { name: 'Calibrations' }).getByText('C-4711').waitFor();
  },
  'Find the tool by the filter, the attention rule and the report': async () => {
    await page.goto(appliance.url);
    await page.getByRole('link', { name: /Tools to be calibrated/ }).click();
    await page.waitForURL('**/tools?due=true');
    await page.getByRole('link', { name: 'T-1' }).waitFor();
    await openByMenu(page, 'Records', 'Reports');
    await page.getByRole('link', { name: 'Calibrations due' }).click();
    await page.getByText('Enter Until to show the report.').waitFor();
    await page.getByLabel('Until').fill(today());
    await page.waitForURL(/until=/);
    await page.getByRole('table', { name: '1 row' }).getByText('T-1').waitFor();
  },
});

test('a verb without parameters runs at once and is offered only when it fits the record', async () => {
  await page.goto(`${appliance.url}/lockers/1`);
  expect(await page.getByRole('button', { name: 'Return the key' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Give the key' }).click();
  await page.getByRole('dialog').getByLabel('To').fill('Ada');
  await page.getByRole('dialog').getByRole('button', { name: 'Give the key' }).click();
  await page.getByRole('button', { name: 'Return the key' }).click();
  await page.getByRole('button', { name: 'Give the key' }).waitFor();
  await openTab(page, 'Loans');
  await page.getByRole('table', { name: 'Loans' }).getByText('Ada').waitFor();
});
