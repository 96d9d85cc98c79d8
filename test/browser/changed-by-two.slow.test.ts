import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let session: BrowserSession;
let page: Page;
let access_token: string;
beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls'] });
  const made = await fetch(`${appliance.url}/api/setup/create-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(MARA),
  });
  expect(made.ok).toBe(true);
  const signedin = await fetch(`${appliance.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: MARA.username, password: MARA.password }),
  });
  ({ access_token } = (await signedin.json()).data);
  session = await openBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  page = session.page;
  await signIn(page, appliance.url);
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

test('the form keeps the typed values and shows both changes when another user saved meanwhile', async () => {
  const headers = { authorization: `Bearer ${access_token}` };
  const send = (method: 'post' | 'put', path: string, data: object) =>
    page.request[method](`${appliance.url}${path}`, { data, headers });
  const { data: vendor } = await (await send('post', '/api/vendors', { vendor: 'Acme' })).json();
  await page.goto(`${appliance.url}/vendors/${vendor.vendorid}/edit`);
  await page.locator('[name=vendor]').fill('Acme of mine');
  await page.locator('[name=website]').fill('https://acme.example');
  const theirs = { vendor: 'Acme of theirs', description: 'Called on Monday' };
  expect((await send('put', `/api/vendors/${vendor.vendorid}`, theirs)).status()).toBe(200);

  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Another user has changed this record').waitFor();
  await page.getByText('The form now has their changes of: Description.').waitFor();
  const choice = page.getByRole('radiogroup', { name: 'Vendor' });
  await choice.getByLabel('Theirs: Acme of theirs').waitFor();
  expect(await choice.getByLabel('Yours: Acme of mine').isChecked()).toBe(true);
  expect(await page.locator('[name=vendor]').inputValue()).toBe('Acme of mine');
  expect(await page.locator('[name=website]').inputValue()).toBe('https://acme.example');
  expect(await page.locator('[name=description]').inputValue()).toBe('Called on Monday');
  await page.getByRole('button', { name: 'Take all theirs' }).click();
  expect(await page.locator('[name=vendor]').inputValue()).toBe('Acme of theirs');
  await choice.getByLabel('Yours: Acme of mine').check();
  expect(await page.locator('[name=vendor]').inputValue()).toBe('Acme of mine');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(/\/vendors\/\d+$/);
  const answer = await page.request.get(`${appliance.url}/api/vendors/${vendor.vendorid}`, { headers });
  expect((await answer.json()).data).toMatchObject({
    vendor: 'Acme of mine',
    website: 'https://acme.example',
    description: 'Called on Monday',
  });
});
