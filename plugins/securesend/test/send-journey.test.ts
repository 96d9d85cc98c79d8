import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { openByAccount } from '../../../test/browser/menu.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

const SECRET = 'user: opc\npassword: Xk93-lathe! ü𝄞';

let plant: FilledPlant;
let sent: string[];
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  sent = [];
});
afterAll(() => plant?.stop());

/** Records everything that a page sends to the appliance. */
function listen(page: Page): Page {
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  return page;
}

async function makeLink(): Promise<string> {
  const page = listen(plant.session.page);
  await openByAccount(page, 'Secure send');
  await page.getByLabel('Secret').fill(SECRET);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByText('The link works only once.').waitFor();
  return page.locator('.mw-secret code').innerText();
}

/** Opens the link in a browser without an account. */
async function open(link: string): Promise<Page> {
  const page = listen(await (await plant.session.browser.newContext()).newPage());
  await page.goto(link);
  return page;
}

async function read(link: string): Promise<void> {
  const reader = await open(link);
  await reader.getByRole('button', { name: 'Show secret' }).click();
  const text = reader.getByRole('region', { name: 'The secret' });
  await text.waitFor();
  expect(await text.textContent()).toBe(SECRET);
  await reader.context().close();
}

test('a recipient reads a secret once by its link and the appliance never gets the key', async () => {
  const link = await step('Create link', makeLink);
  await step('Read the secret', () => read(link));
  await step('Open the link again', async () => {
    const second = await open(link);
    await second.getByRole('heading', { name: 'This link does not work anymore' }).waitFor();
    await second.context().close();
  });
  const key = new URL(link).hash.slice(1);
  expect(key.length).toBeGreaterThan(40);
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.filter((sentText) => sentText.includes(key) || sentText.includes('Xk93'))).toEqual([]);
  expect(plant.session.problems).toEqual([]);
});
