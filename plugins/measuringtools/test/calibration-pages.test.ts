import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Appliance } from '../../../test/browser/harness.ts';
import { MARA } from '../../../test/browser/mara.ts';
import { type SignedIn, startSignedIn } from '../../../test/browser/signed-in.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let started: SignedIn;
let page: Page;
let toolid: number;
beforeAll(async () => {
  started = await startSignedIn();
  ({ appliance, page } = started);
  toolid = await create('/measuringtools', {
    assetnumber: 'MT-1',
    lastcalibrationdate: '2020-01-01',
    calibrationintervaldays: 100,
  }).then(({ measuringtoolid }) => measuringtoolid!);
});
afterAll(async () => {
  await started?.stop();
});

/** Creates a record over the API with the credentials of MARA. */
async function create(path: string, body: object): Promise<Record<string, number>> {
  const json = { 'content-type': 'application/json' };
  const { username, password } = MARA;
  const call = (way: string, headers: Record<string, string>, sent: object) =>
    page.request.post(`${appliance.url}/api${way}`, { headers, data: sent, ignoreHTTPSErrors: true });
  const login = await (await call('/auth/login', json, { username, password })).json();
  const answer = await call(path, { ...json, authorization: `Bearer ${login.data.access_token}` }, body);
  expect(answer.status()).toBe(201);
  return (await answer.json()).data;
}

test('the page shows an overdue calibration until one with a certificate is recorded', async () => {
  await page.goto(`${appliance.url}/measuringtools/${toolid}?tab=calibrations`);
  await page.getByText('Calibration overdue since 2020-04-10').waitFor();
  await page.getByText('No calibrations yet').waitFor();
  await page.getByRole('button', { name: 'Record calibration' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await form.getByText('Enter the date of the calibration.').waitFor();
  const today = new Date();
  const day = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`;
  await form.getByLabel('Calibrated on').fill(day);
  await form.locator('input[type=file]').setInputFiles({
    name: 'Certificate 7.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(100)}\n%%EOF`),
  });
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText('The calibration of MT-1 is recorded.').waitFor();
  await page.getByText('Calibration overdue since').waitFor({ state: 'detached' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Certificate 7.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('Certificate 7.pdf');
});

test('the asset page has tabs that add a warranty and record a backup', async () => {
  const { assetid } = await create('/assets', { assetnumber: 'MC-1', assettypeid: 2 });
  await create('/warranty', { warrantyname: 'Press contract' });
  await page.goto(`${appliance.url}/assets/${assetid}?tab=warranty`);
  await page.getByText('No warranties yet').waitFor();
  await page.getByRole('button', { name: 'Add to warranty' }).click();
  await page.getByRole('dialog').getByLabel('Warranty').click();
  await page.getByRole('option', { name: 'Press contract' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Press contract covers MC-1.').waitFor();
  await page.getByRole('link', { name: 'Press contract' }).click();
  await page.getByRole('link', { name: 'MC-1' }).waitFor();
  await page.goto(`${appliance.url}/assets/${assetid}?tab=backups`);
  await page.getByRole('button', { name: 'Record backup' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Backed up on').fill('2026-01-05');
  await form.getByLabel('Interval (days)').fill('10');
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText('Last backup 2026-01-05').waitFor();
  await page.getByText('Overdue').waitFor();
});
