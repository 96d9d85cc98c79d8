import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Appliance } from '../../../test/browser/harness.ts';
import { MARA } from '../../../test/browser/mara.ts';
import { type SignedIn, startSignedIn } from '../../../test/browser/signed-in.ts';
import { testJourney } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let started: SignedIn;
let page: Page;
beforeAll(async () => {
  started = await startSignedIn();
  ({ appliance, page } = started);
});
afterAll(async () => {
  await started?.stop();
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function call(method: string, path: string, body: object): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const { username, password } = MARA;
  const login = await page.request.post(`${appliance.url}/api/auth/login`, {
    headers: json,
    data: { username, password },
    ignoreHTTPSErrors: true,
  });
  const { data } = await login.json();
  const answer = await page.request.fetch(`${appliance.url}/api${path}`, {
    method,
    headers: { ...json, authorization: `Bearer ${data.access_token}` },
    data: body,
    ignoreHTTPSErrors: true,
  });
  expect(answer.ok()).toBe(true);
}

testJourney('the pages of the employees lead from an import to the page of a person', {
  'the import dialog shows a preview and then imports': async () => {
    await page.goto(`${appliance.url}/employees/directory`);
    await page.getByText('No employees yet').waitFor();
    await page.getByRole('button', { name: 'Import CSV' }).first().click();
    const dialog = page.getByRole('dialog');
    const csv =
      'SSO,First_Name,Last_Name,Team\n501234,Zoe,Brandt,Milling\n501235,Ann,Ek,Paint\nnone,Bo,Lee,Paint\n';
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByText('2 new, 0 changed, 1 skipped').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Zoe Brandt' }).waitFor();
  },
  'the page of a person shows held devices and notices, and edits photo and role': async () => {
    await call('POST', '/usb', { deviceid: 'USB-7', label: 'Blue one' });
    await call('POST', '/usb/1/checkout', { holdersso: '501234' });
    await call('POST', '/notifications', { notification: 'Your badge is ready', employeesso: '501234' });
    await page.getByRole('link', { name: 'Zoe Brandt' }).click();
    await page.getByRole('heading', { name: 'Zoe Brandt' }).waitFor();
    await page.getByRole('link', { name: 'USB-7 Blue one' }).waitFor();
    await page.getByText('Your badge is ready').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'zoe.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByText('Zoe Brandt has a new photo.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Role').fill('Team lead');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Team lead · Milling').waitFor();
    await started.session.settled();
  },
  'the notifications page shows the name of an SSO': async () => {
    await page.goto(`${appliance.url}/notifications`);
    await page.getByText('Zoe Brandt').waitFor();
  },
  'the record link of the log and the search redirects to the person': async () => {
    await page.goto(`${appliance.url}/employees/record/2`);
    await page.getByRole('heading', { name: 'Ann Ek' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/employees/directory/501235');
  },
  'in external mode the page shows the source and the connection error': async () => {
    await call('PUT', '/settings/employee_directory_mode', { value: 'external' });
    await page.goto(`${appliance.url}/employees/directory`);
    await page.getByText('Search employees in the HR database').waitFor();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('No HR database is set.').first().waitFor();
    await page.getByLabel('Search by name, number, team or role').fill('zoe');
    await page.getByText(/No employees found|No stored results/).waitFor();
  },
});
