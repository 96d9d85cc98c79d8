import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { generateCertificate } from '../../../src/kit/tls/certificate.ts';
import { type Appliance, type BrowserSession, openBrowser } from '../../../test/browser/harness.ts';
import { MARA, signIn } from '../../../test/browser/mara.ts';
import { findPageFaults } from '../../../test/browser/page-faults.ts';
import { type SignedIn, startSignedIn } from '../../../test/browser/signed-in.ts';
import { post, readJsonResponse } from '../../../test/faults/process.ts';
import { testJourney } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

const PATH = '/admin/server-certificate';
const names = { commonname: 'plant-server', sans: ['localhost', '127.0.0.1'] };

let appliance: Appliance;
let started: SignedIn;
let session: BrowserSession;
let page: Page;
beforeAll(async () => {
  started = await startSignedIn(1280);
  ({ appliance, session, page } = started);
  await session.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(appliance.url + PATH);
  await page.getByRole('heading', { name: 'Server certificate' }).waitFor();
});
afterAll(async () => {
  await started?.stop();
});

const pin = () => page.getByText(/^[A-Za-z0-9+/]{43}=$/);
const dialog = (name: string) => page.getByRole('dialog', { name });

testJourney('the certificate page leads from the first certificate to an announced one', {
  'an admin opens the page, sees the served certificate and copies its pin': async () => {
    await page.getByRole('link', { name: 'Server certificate' }).first().waitFor();
    await page.getByText('823 days left').waitFor();
    await page.getByRole('button', { name: 'Copy the SPKI pin' }).click();
    await page.getByRole('button', { name: 'the SPKI pin copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await pin().innerText());
    for (const other of ['the SHA-256 fingerprint', 'the SHA-1 thumbprint'])
      await page.getByRole('button', { name: `Copy ${other}` }).waitFor();
  },
  'an admin creates a certificate: the form names an invalid name, then the server uses the certificate':
    async () => {
      const old = await pin().innerText();
      await page.getByRole('button', { name: 'Create new' }).click();
      const form = dialog('Create certificate');
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('plant-server');
      await form.getByLabel('Names and addresses').fill('localhost\n127.0.0.1\nbad_..name');
      await form.getByRole('button', { name: 'Create' }).click();
      await form.getByText('"bad_..name" is not a host name or an address.').waitFor();
      await form.getByLabel('Names and addresses').fill('localhost\n127.0.0.1');
      await form.getByLabel('Valid for (days)').fill('20');
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByText('The new certificate is active.').waitFor();
      await page.getByText('18 days left').waitFor();
      expect(await pin().innerText()).not.toBe(old);
      await page.getByRole('button', { name: 'Reload page' }).click();
      await page.getByText('18 days left').waitFor();
    },
  'the dashboard warns of an expiring certificate and links to the page': async () => {
    await page.goto(appliance.url);
    await page.getByRole('link', { name: /Server certificate expire/ }).click();
    await page.waitForURL(`**${PATH}`);
    await page.getByText('18 days left').waitFor();
  },
  'an admin announces a certificate, withdraws it, and serves another one before its time': async () => {
    const [pair, other] = [await generateCertificate(names), await generateCertificate(names)];
    const upload = async () => {
      await page.getByRole('button', { name: 'Upload' }).click();
      await dialog('Upload certificate').getByLabel('Certificate', { exact: true }).fill(pair.cert);
    };
    await upload();
    const form = dialog('Upload certificate');
    const send = form.getByRole('button', { name: 'Upload' });
    await send.click();
    await form.getByText('Paste the key or choose its file.').waitFor();
    await form.getByLabel('Key', { exact: true }).fill(other.key);
    await send.click();
    await form.getByText('The key does not belong to the certificate.').waitFor();
    await form
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles({
        name: 'server.key',
        mimeType: 'text/plain',
        buffer: Buffer.from(pair.key),
      });
    await form.getByLabel('Activate').selectOption('In 1 day');
    await send.click();
    await page.getByText('The certificate is announced to agents.').waitFor();
    await page.getByText(/^in 23 h \d+ min$|^in 1 d 0 h$/).waitFor();
    await page.getByText('0 of 0', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Create new' }).isDisabled()).toBe(true);
    for (const scheme of ['light', 'dark'] as const)
      expect(await findPageFaults({ url: appliance.url, session } as never, [PATH], scheme)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await dialog('Withdraw announced certificate').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('The announced certificate is withdrawn.').waitFor();
    await upload();
    await form.getByLabel('Key', { exact: true }).fill(pair.key);
    await form.getByLabel('Activate').selectOption('In 7 days');
    await send.click();
    await page.getByText(/^in 6 d 23 h$|^in 7 d 0 h$/).waitFor();
    await page.getByRole('button', { name: 'Activate now' }).click();
    await dialog('Activate announced certificate').getByRole('button', { name: 'Activate' }).click();
    await page.getByText('The announced certificate is active.').waitFor();
    await page.getByText('823 days left').waitFor();
    // The browser console logs each 400 that a form has shown.
    expect(session.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  },
});

test('the certificate page is neither linked nor shown when the caller is not an admin', async () => {
  const headers = { 'content-type': 'application/json' };
  const login = await readJsonResponse(await post(appliance.url, '/api/auth/login', headers, MARA));
  const admin = { ...headers, authorization: `Bearer ${login.data.access_token}` };
  const role = await readJsonResponse(
    await post(appliance.url, '/api/users/roles', admin, {
      rolename: 'fleet',
      permissions: ['endpoints.view'],
    }),
  );
  const account = { username: 'vera', email: 'vera@plant.example', password: MARA.password };
  await post(appliance.url, '/api/users', admin, {
    ...account,
    roles: [role.data.roleid],
    mustchangepassword: false,
    sendwelcome: false,
  });
  const another = await openBrowser();
  try {
    await signIn(another.page, appliance.url, 'vera');
    await another.page.getByRole('button', { name: 'Fleet' }).waitFor();
    expect(await another.page.getByRole('button', { name: 'Admin' }).count()).toBe(0);
    await another.page.goto(appliance.url + PATH);
    await another.page.getByText('Access denied').waitFor();
  } finally {
    await another.close();
  }
});
