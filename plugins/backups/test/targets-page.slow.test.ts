import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type OpenSsh, startOpenSsh } from '../../../test/appliance-backups/servers/openssh.ts';
import type { Appliance } from '../../../test/browser/harness.ts';
import { MARA } from '../../../test/browser/mara.ts';
import { findFaultsInAllLooks } from '../../../test/browser/page-faults.ts';
import { type SignedIn, startSignedIn } from '../../../test/browser/signed-in.ts';
import { hasPrograms } from '../../../test/clients/project.ts';
import { post, readJsonResponse } from '../../../test/faults/process.ts';
import { makePair } from '../../../test/support/openssl.ts';

setDefaultTimeout(120_000);

const hasSshd = hasPrograms('sshd', 'ssh-keygen');
let appliance: Appliance;
let started: SignedIn;
let page: Page;
let folder: string;
let ssh: OpenSsh;
beforeAll(async () => {
  started = await startSignedIn();
  ({ appliance, page } = started);
  folder = mkdtempSync(join(tmpdir(), 'target-'));
  if (hasSshd) ssh = await startOpenSsh();
});
afterAll(async () => {
  await started?.stop();
  await ssh?.stop();
  for (const path of [folder, `${folder}-away`]) rmSync(path, { recursive: true, force: true });
});

/** Deletes targets, passphrase and backups before each test. */
beforeEach(async () => {
  const headers = { 'content-type': 'application/json' };
  const { username, password } = MARA;
  const login = await readJsonResponse(
    await post(appliance.url, '/api/auth/login', headers, { username, password }),
  );
  const authorization = `Bearer ${login.data.access_token}`;
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${appliance.url}/api${path}`, {
      method,
      headers: { ...headers, authorization },
      body: body && JSON.stringify(body),
      tls: { rejectUnauthorized: false },
    });
    expect(answer.status).toBe(200);
    return (await readJsonResponse(answer)).data;
  };
  for (const key of ['backup_targets', 'backup_passphrase'])
    await call('PUT', `/settings/${key}`, { value: '' });
  for (const { backupid } of await call('GET', '/backups')) await call('DELETE', `/backups/${backupid}`);
});

const dialog = () => page.getByRole('dialog');
const items = () => page.getByRole('list', { name: 'Targets' }).getByRole('listitem');
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const pressThere = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const fill = (label: string, value: string) =>
  dialog().getByRole('textbox', { name: label, exact: true }).fill(value);

async function makeBackup(): Promise<void> {
  const rows = page.locator('tbody tr');
  const count = await rows.count();
  await press('Create backup');
  await rows.nth(count).waitFor();
  await rows.first().getByText('Verified').waitFor();
  // On a phone, the message covers the buttons of a row for a few seconds.
  await page.getByText('The backup has started.').waitFor({ state: 'hidden' });
}

test('the page adds, tests, changes and removes a folder as a target', async () => {
  await page.goto(`${appliance.url}/backups`);
  await page.getByText('All backups are on the disk of this appliance').waitFor();
  await press('Add target');
  await fill('Folder', 'backups');
  await pressThere('Add target');
  await dialog().getByText('Enter the absolute path of the folder').waitFor();
  await fill('Folder', `${folder}/missing`);
  await pressThere('Test');
  await dialog().getByText('does not exist on this appliance').waitFor();
  await fill('Folder', folder);
  await pressThere('Test');
  await dialog().getByText('The test file was written and deleted.').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await pressThere('Add target');
  await items().getByText('Nothing copied yet').waitFor();
  await makeBackup();
  await items().getByText('1 backup, last copy').waitFor();
  expect(readdirSync(folder)).toHaveLength(2);

  renameSync(folder, `${folder}-away`);
  await press(`Test ${folder}`);
  await page.getByText(`${folder} does not work`).waitFor();
  await makeBackup();
  await items().getByText('Failed').waitFor();
  // On a phone, the message covers the buttons of a row for a few seconds.
  await page.getByText(`${folder} does not work`).waitFor({ state: 'hidden' });
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  renameSync(`${folder}-away`, folder);
  await makeBackup();
  await items().getByText('2 backups, last copy').waitFor();
  await page.locator('tbody tr').nth(1).locator('.mw-muted', { hasText: 'Not copied to' }).waitFor();
  expect(await page.locator('tbody .mw-error').count()).toBe(0);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  renameSync(folder, `${folder}-away`);
  await press(`Edit ${folder}`);
  await fill('Folder', `${folder}-away`);
  await pressThere('Save');
  await items().getByText('1 backup, last copy').waitFor();
  expect(existsSync(folder)).toBeFalse();
  await press(`Remove ${folder}-away`);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await pressThere('Remove');
  await page.getByText('All backups are on the disk of this appliance').waitFor();
  expect(readdirSync(`${folder}-away`)).toHaveLength(3);
});

test('the dialog requires a passphrase for a target outside this appliance', async () => {
  await page.goto(`${appliance.url}/backups`);
  await press('Add target');
  await dialog().getByText('S3 storage', { exact: true }).click();
  const link = dialog().getByRole('link', { name: 'Settings > Backups of the appliance' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toEndWith('/admin/settings?search=backup_passphrase');
  await fill('Bucket', 'plant');
  await pressThere('Add target');
  await dialog().getByRole('alert').getByText('Set a backup passphrase first').waitFor();
  expect(await link.count()).toBe(1);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});

test.if(hasSshd)('the page adds an SFTP server with the host key from its test', async () => {
  await page.goto(`${appliance.url}/admin/settings?search=backup_passphrase`);
  const fields = page.getByLabel(/^Backup passphrase|Again/);
  for (let n = 0; n < 2; n++) await fields.nth(n).fill('twelve storks in a moor');
  await press(/^Save/);
  await page.getByText(/saved/i).first().waitFor();
  await page.goto(`${appliance.url}/backups`);
  await press('Add target');
  await dialog().getByText('SFTP', { exact: true }).click();
  const { username, hostname, port } = new URL(ssh.address);
  await fill('Host', hostname);
  await fill('Port', port);
  await fill('Folder on the server', ssh.store);
  await fill('User', username);
  await dialog().getByText('Private key', { exact: true }).first().click();
  await dialog().getByRole('textbox', { name: 'Private key' }).fill(ssh.privatekey);
  await pressThere('Test');
  await dialog().getByText(ssh.hostkey).waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await pressThere('Use this host key');
  await pressThere('Test');
  await dialog().getByText('The test file was written and deleted.').waitFor();
  await pressThere('Add target');
  await makeBackup();
  await items().getByText('last copy').waitFor();
  expect(readdirSync(ssh.store)).toEqual([expect.stringMatching(/\.tar\.zst\.age$/)]);
  await press(/^Edit sftp:\/\//);
  expect(await dialog().getByRole('textbox', { name: 'Host key' }).inputValue()).toBe(ssh.hostkey);
  await dialog().getByText('Leave empty to keep the stored value.').first().waitFor();
  await pressThere('Test');
  await dialog().getByText('The test file was written and deleted.').waitFor();
});

test('the settings page saves a secret with several lines', async () => {
  const { cert, key } = makePair();
  await page.goto(`${appliance.url}/admin/settings?search=smtp_oauth_certificate`);
  await page.getByRole('textbox', { name: 'OAuth client certificate' }).fill(cert + key);
  await press('Save');
  await page.getByText('OAuth client certificate saved.').waitFor();
});
