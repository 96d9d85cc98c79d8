import type { Page, Response } from 'playwright-core';

/**
 * Performs the first minutes of a user with a new appliance: the setup wizard, adding an asset, and finding
 * it. Throws when a step does not lead to the next. Returns the response of the first page.
 */
export async function walkFirstSteps(page: Page, url: string): Promise<Response> {
  const opened = await page.goto(url);
  await setUp(page);
  await addAsset(page);
  await findAsset(page);
  return opened!;
}

async function setUp(page: Page): Promise<void> {
  await page.waitForURL('**/setup');
  // The address changes before the page is rendered.
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const fault of [
    'User name is required.',
    'Use an email address such as name@example.com.',
    'Use at least 8 characters.',
    'Enter the password again.',
  ])
    await page.getByText(fault).waitFor();
  await page.getByLabel('User name').fill('mara');
  await page.getByLabel('Email').fill('mara@plant.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Password again').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  // A user who leaves the wizard here can return to it.
  await page.getByLabel('Plant name').waitFor();
  await page.goto(page.url().replace(/setup.*$/, ''));
  await page.getByText('Finish setup').click();
  await page.getByLabel('Plant name').fill('Rotterdam');
  await page.getByRole('radio', { name: 'Assets and floor plans', checked: true }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Millwright is ready').waitFor();
  // The appliances of these tests only listen on the loopback address.
  await page.getByText('other devices cannot reach it').waitFor();
}

async function addAsset(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add first asset' }).click();
  await page.waitForURL('**/assets/new');
  await page.getByLabel('Asset number').fill('M-0815');
  await page
    .getByRole('combobox', { name: 'Type' })
    .or(page.getByRole('textbox', { name: 'Type' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Machine' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Lathe North');
  await page
    .getByRole('button', { name: /^(Create|Save)/ })
    .first()
    .click();
  await page.waitForURL(/\/assets\/\d+$/);
  await page
    .getByRole('heading', { name: /Lathe North|M-0815/ })
    .first()
    .waitFor();
}

async function findAsset(page: Page): Promise<void> {
  await page.goto(new URL('.', page.url()).href.replace(/assets\/$/, ''));
  const search = page.getByLabel('Search everything');
  await search.fill('lathe n');
  await page
    .getByRole('option', { name: /Lathe North/ })
    .first()
    .waitFor();
  await search.press('Enter');
  await page.waitForURL(/\/assets\/\d+$/);
  await page.locator('main').getByText('M-0815').first().waitFor();
}
