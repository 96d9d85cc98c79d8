import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Appliance } from '../../../test/browser/harness.ts';
import { findFaultsInAllLooks } from '../../../test/browser/page-faults.ts';
import { type SignedIn, startSignedIn } from '../../../test/browser/signed-in.ts';
import { makeRoot, runOpenssl } from '../../../test/support/openssl.ts';

setDefaultTimeout(120_000);

let appliance: Appliance;
let started: SignedIn;
let page: Page;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'authority-'));
  makeRoot(folder);
  started = await startSignedIn();
  ({ appliance, page } = started);
});
afterAll(async () => {
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const dialog = (name: string) => page.getByRole('dialog', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('an admin requests a certificate, enters the signed one, and the server uses it', async () => {
  await page.goto(`${appliance.url}/admin/server-certificate`);
  await press('Request certificate');
  const form = dialog('Request certificate');
  await form.getByLabel('Names and addresses').fill('localhost\n127.0.0.1\nbad_..name');
  await form.getByLabel('Country').fill('1');
  await form.getByRole('button', { name: 'Create request' }).click();
  await form.getByText('Use the two letters of the country').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await form.getByLabel('Country').fill('de');
  await form.getByRole('button', { name: 'Create request' }).click();
  await form.getByText('"bad_..name" is not a host name or an address.').waitFor();
  await form.getByLabel('Names and addresses').fill('localhost\n127.0.0.1');
  await form.getByRole('button', { name: 'Create request' }).click();
  await page.getByText('Pending request').waitFor();
  await page.getByText('The request is created.').waitFor({ state: 'hidden' });
  expect(await findFaultsInAllLooks(page)).toEqual([]);

  const [file] = await Promise.all([page.waitForEvent('download'), press('Download')]);
  expect(file.suggestedFilename()).toEndWith('.csr');
  writeFileSync(join(folder, 'server.csr'), readFileSync(await file.path()));
  const by = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-copy_extensions', 'copy'];
  runOpenssl(
    folder,
    'x509',
    '-req',
    '-in',
    'server.csr',
    ...by,
    '-days',
    '20',
    '-outform',
    'DER',
    '-out',
    'server.cer',
  );

  await press('Enter certificate');
  const entry = dialog('Enter certificate');
  await entry.getByRole('button', { name: 'Apply' }).click();
  await entry.getByText('Paste the certificate or choose its file.').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await entry.getByLabel('Load certificate file').setInputFiles(join(folder, 'server.cer'));
  await entry.getByRole('button', { name: 'Apply' }).click();
  await entry.getByText('The certificate of the issuer "Plant Root" is missing.').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await entry.getByLabel('All devices already trust the issuer').check();
  await entry.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('The new certificate is active.').waitFor();
  await page.getByText(/Plant Root/).waitFor();
  await page.getByRole('button', { name: 'Request certificate' }).waitFor();
});

test('an admin discards a certificate request', async () => {
  await page.reload();
  await press('Request certificate');
  await dialog('Request certificate').getByRole('button', { name: 'Create request' }).click();
  await press('Discard');
  await dialog('Discard request').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Request certificate' }).waitFor();
});

test('the page reports a damaged request and discards it on a phone', async () => {
  writeFileSync(join(appliance.data, 'certs/request.json'), '{');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByText('The file of the request is damaged.').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await press('Discard');
  await dialog('Discard request').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Request certificate' }).waitFor();
});
