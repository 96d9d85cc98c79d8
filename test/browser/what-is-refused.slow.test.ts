import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { type Appliance, type BrowserSession, openBrowser, startAppliance } from './harness.ts';
import { MARA, signIn } from './mara.ts';
import { openByMenu } from './menu.ts';
import { openTab } from './open-tab.ts';
import { WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

const GUEST = { username: 'guest', password: 'correct horse', email: 'guest@plant.example' };
let appliance: Appliance;
let session: BrowserSession;
let token: string;
let assetid: number;

async function send(method: string, path: string, body: object) {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${appliance.url}/api${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(data)}`);
  return data;
}

beforeAll(async () => {
  appliance = await startAppliance({ args: ['--no-tls', '--base-path', '/plant'] });
  await send('POST', '/setup/create-admin', MARA);
  token = (await send('POST', '/auth/login', MARA)).access_token as string;
  await send('POST', '/users', { ...GUEST, roles: [], mustchangepassword: false, sendwelcome: false });
  assetid = (await send('POST', '/assets', { assetnumber: 'A-1', assettypeid: 2 })).assetid as number;
  session = await openBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
});
afterAll(async () => {
  await session?.close();
  await appliance?.stop();
});

const read = (value: string) => send('PUT', '/settings/anonymous_read', { value });
beforeEach(() => read('full'));

/** Runs the work in a browser without a signed-in user. */
async function stranger<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await session.browser.newContext();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

test('each page redirects to the sign-in and back when anonymous_read is none', async () => {
  await read('none');
  await stranger(async (page) => {
    for (const path of ['/', '/map', '/reports', `/assets/${assetid}`]) {
      await page.goto(`${appliance.url}${path}`);
      await page.waitForURL('**/login**');
      await page.getByLabel(/User ?name/i).waitFor();
      expect(await page.getByText('Continue without signing in').count()).toBe(0);
    }
    await page.getByLabel(/User ?name/i).fill(GUEST.username);
    await page.locator('input[type=password]').fill(GUEST.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/plant/assets/${assetid}`);
    await page.getByRole('heading', { name: 'A-1' }).waitFor();
  });
});

test('an anonymous caller sees no history and no form when anonymous_read is basic', async () => {
  await read('basic');
  await stranger(async (page) => {
    await page.goto(`${appliance.url}/assets/${assetid}`);
    await openTab(page, 'Connections');
    await page.getByRole('heading', { name: 'Addresses', exact: true }).waitFor();
    expect(await page.getByRole('tab', { name: 'History' }).count()).toBe(0);
    await page.goto(`${appliance.url}/assets/${assetid}/edit`);
    await page.getByRole('button', { name: 'Sign in' }).last().waitFor();
    expect(await page.getByLabel('Asset number').count()).toBe(0);
  });
  await read('full');
  await stranger(async (page) => {
    await page.goto(`${appliance.url}/assets/${assetid}`);
    await page.getByRole('tab', { name: 'History' }).waitFor();
  });
});

test('a user without permissions gets no form by URL and no button on admin pages', async () => {
  await stranger(async (page) => {
    await page.goto(`${appliance.url}/login`);
    await page.getByLabel(/User ?name/i).fill(GUEST.username);
    await page.locator('input[type=password]').fill(GUEST.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Search everything').or(page.getByRole('main')).first().waitFor();
    for (const path of [
      '/assets/new',
      `/assets/${assetid}/edit`,
      '/vendors/new',
      '/admin/users',
      '/admin/roles',
      '/admin/tokens',
      '/admin/settings',
      '/admin/audit',
      '/admin/system',
      '/imports',
    ]) {
      await page.goto(`${appliance.url}${path}`);
      await page.getByText('Access denied').waitFor();
      expect([
        path,
        await page
          .getByRole('main')
          .getByRole('button', { name: /^(New|Save|Create)/ })
          .count(),
      ]).toEqual([path, 0]);
      expect([path, await page.getByRole('main').locator('input').count()]).toEqual([path, 0]);
    }
  });
});

test('the page no longer shows the user when the session ends in another tab or on the server', async () => {
  const leaver = { ...GUEST, username: 'leaver', email: 'leaver@plant.example', roles: [] };
  const { userid } = await send('POST', '/users', {
    ...leaver,
    mustchangepassword: false,
    sendwelcome: false,
  });
  await stranger(async (page) => {
    const account = page.getByRole('button', { name: 'account of leaver' });
    const expectAnonymous = async () => {
      await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
      expect(await account.count()).toBe(0);
    };
    await signIn(page, appliance.url, leaver.username);
    await page.goto(`${appliance.url}/account`);
    await account.waitFor();
    const other = await page.context().newPage();
    await other.goto(`${appliance.url}/assets`);
    await other.getByRole('button', { name: 'account of leaver' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectAnonymous();
    await signIn(other, appliance.url, leaver.username);
    await account.waitFor();
    await send('DELETE', `/users/${userid}`, {});
    await openByMenu(page, 'Assets', 'All assets');
    await expectAnonymous();
  });
});

test('an admin gets all forms and buttons', async () => {
  await signIn(session.page, appliance.url);
  for (const [path, name] of [
    ['/assets/new', /^Create/],
    [`/assets/${assetid}/edit`, /^Save/],
    ['/admin/users', 'New user'],
    ['/admin/roles', 'New role'],
  ] as const) {
    await session.page.goto(`${appliance.url}${path}`);
    await session.page.getByRole('button', { name }).first().waitFor();
  }
  expect(session.problems).toEqual([]);
});

test('a setting for admins is disabled with the reason when an editor opens the page', async () => {
  const role = await send('POST', '/users/roles', { rolename: 'Settings', permissions: ['settings.edit'] });
  const editor = { ...GUEST, username: 'editor', email: 'editor@plant.example', roles: [role.roleid] };
  await send('POST', '/users', { ...editor, mustchangepassword: false, sendwelcome: false });
  await stranger(async (page) => {
    await page.goto(`${appliance.url}/login`);
    await page.getByLabel(/User ?name/i).fill(editor.username);
    await page.locator('input[type=password]').fill(editor.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${appliance.url}/`);
    for (const key of ['site_url', 'anonymous_read', 'endpoints_shared_key_enabled', 'history_days']) {
      await page.goto(`${appliance.url}/admin/settings?search=${key}`);
      expect([key, await page.locator(`#setting-${key}`).isDisabled()]).toEqual([key, true]);
    }
    await page.goto(`${appliance.url}/admin/settings`);
    expect(await page.locator('#setting-site_name').isEnabled()).toBe(true);
    const address = page.locator('form').filter({ has: page.locator('#setting-site_url') });
    await address.getByText('Only admins can change this.').waitFor();
  });
});
