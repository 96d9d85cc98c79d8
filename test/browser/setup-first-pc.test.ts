import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';

setDefaultTimeout(120_000);

const ADDRESSES = ['https://box.plant.example:8443/', 'https://192.0.2.7:8443/'];

let appliance: Appliance;
let session: BrowserSession;
let page: Page;
beforeAll(async () => {
  appliance = await startAppliance();
  await call('POST', '/api/setup/create-admin', MARA);
  session = await openBrowser({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page = session.page;
  // The appliances of these tests only listen on the loopback address, so the server lists no address.
  await page.route('**/api/setup/addresses', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, addresses: ADDRESSES } } });
  });
  await signIn(page, appliance.url);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

async function call(method: string, path: string, body: unknown, key?: string) {
  const response = await fetch(`${appliance.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) },
    body: JSON.stringify(body),
    tls: { rejectUnauthorized: false },
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.json();
}

test('the setup stores the address, shows a command for each agent, and shows the first PC live', async () => {
  await page.goto(`${appliance.url}/setup`);
  await page.getByLabel('Plant name').fill('Rotterdam');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Millwright is ready').waitFor();
  const address = page.getByLabel('Address in mails, labels and agents');
  await address.waitFor();
  expect(await address.inputValue()).toBe('https://box.plant.example:8443');
  await page.getByText('No PC has reported yet').waitFor();

  await page.getByRole('button', { name: 'Create install commands' }).click();
  const linux = page.getByRole('region', { name: 'GLPI agent on Linux' });
  const command = await linux.locator('code').innerText();
  expect(command).toMatch(
    /^sudo glpi-agent --server https:\/\/box\.plant\.example:8443\/api\/collector\/glpi --user agent --password mw_svc_\S+ --ssl-fingerprint 'sha256\$[0-9a-f]{64}'$/,
  );
  for (const name of ['Windows', 'Linux', 'GLPI agent on Windows'])
    expect(await page.getByRole('region', { name, exact: true }).locator('code').innerText()).toContain(
      'https://box.plant.example:8443',
    );

  const key = /--password (\S+)/.exec(command)![1]!;
  await call('POST', '/api/collector/computers', { hostname: 'first-pc', serialnumber: 'SN-1' }, key);
  await page.getByText('First PC reported:').waitFor();
  await page.getByRole('link', { name: 'first-pc' }).click();
  await page.getByRole('heading', { name: 'first-pc' }).waitFor();
  expect(session.problems).toEqual([]);
});

test('a read-only token with an end takes four clicks', async () => {
  await page.goto(`${appliance.url}/account`);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByLabel('Name').fill('nightly export');
  await dialog.getByRole('radio', { name: 'Read only', checked: true }).waitFor();
  await dialog.getByRole('radio', { name: '90 days' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('it is not shown again').waitFor();
  const secret = await page.getByRole('dialog').locator('code').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  const statusOf = async (method: string, path: string) =>
    (
      await fetch(`${appliance.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify({ assetnumber: 'X', assettypeid: 1 }) }),
        tls: { rejectUnauthorized: false },
      })
    ).status;
  expect(await statusOf('GET', '/api/assets')).toBe(200);
  expect(await statusOf('POST', '/api/assets')).toBe(403);
});
