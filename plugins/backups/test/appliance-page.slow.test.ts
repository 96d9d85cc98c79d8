import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Appliance } from '../../../test/browser/harness.ts';
import { openByMenu } from '../../../test/browser/menu.ts';
import { findFaultsInAllLooks } from '../../../test/browser/page-faults.ts';
import { type SignedIn, startSignedIn } from '../../../test/browser/signed-in.ts';
import { testJourney } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

const PASSPHRASE = 'twelve storks in a moor';
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

const rows = () => page.locator('tbody tr');
const newest = () => rows().first();
const dialog = () => page.getByRole('dialog');

async function make(): Promise<void> {
  await page.getByRole('button', { name: 'Create backup' }).click();
  await newest().getByText('Manual').waitFor();
  await newest().getByText('Verified').waitFor();
  // On a phone, the message covers the buttons of a row for a few seconds.
  await page.getByText('The backup has started.').waitFor({ state: 'hidden' });
}

async function download(): Promise<{ path: string; name: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    newest()
      .getByRole('button', { name: /^Download/ })
      .click(),
  ]);
  return { path: await file.path(), name: file.suggestedFilename() };
}

/** Counts the lines that the buttons of the newest backup take. */
const linesOfButtons = async () => {
  const boxes = await newest()
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(boxes).toHaveLength(4);
  return new Set(boxes).size;
};

/** The downloaded backup. */
let backupFile: { path: string; name: string };

async function remove(name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await dialog().getByText(name).waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No backups yet').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
}

testJourney('the backups page creates, checks, deletes and uploads backups, also encrypted ones', {
  'the page of an empty list shows a hint about encryption and passes the accessibility checks': async () => {
    await openByMenu(page, 'Admin', 'System', 'Backups of the appliance');
    await page.getByText('No backups yet').waitFor();
    await page.getByText('New backups are not encrypted').waitFor();
    expect(await page.getByText('Scheduled backups are off').count()).toBe(0);
    expect(await findFaultsInAllLooks(page)).toEqual([]);
  },
  'the page creates, verifies, downloads and checks a backup': async () => {
    await make();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    expect(await linesOfButtons()).toBe(1);
    backupFile = await download();
    expect(backupFile.name).toEndWith('.tar.zst');
    await newest()
      .getByRole('button', { name: /^Verify/ })
      .click();
    await dialog().getByText('Verified').waitFor();
    await started.session.settled();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.locator('button:has-text("Verify"):focus').waitFor();
  },
  'the page disables the actions of a running or failed backup and shows the reason': async () => {
    await page.route('**/api/backups', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const [whole] = body.data;
      const failed = {
        ...whole,
        backupid: 1,
        state: 'failed',
        bytes: null,
        error: 'There is not enough room.',
      };
      const running = { ...whole, backupid: 2, state: 'running', bytes: null, verified: null };
      const damaged = { ...whole, backupid: 3, verified: false, error: 'The database is damaged.' };
      await route.fulfill({ response: answer, json: { ...body, data: [running, failed, damaged] } });
    });
    await page.reload();
    await newest().getByText('Creating').waitFor();
    await rows().nth(1).getByText('There is not enough room.').waitFor();
    await rows().nth(2).getByText('Damaged', { exact: true }).waitFor();
    const reasons = await page
      .getByRole('button', { disabled: true })
      .evaluateAll((buttons) =>
        buttons.map((button) => `${button.textContent}: ${button.getAttribute('title')}`),
      );
    expect(reasons).toEqual([
      'Create backup: A backup is running. Wait until it is finished.',
      'Download: The backup is not finished yet.',
      'Verify: The backup is not finished yet.',
      'Restore: The backup is not finished yet.',
      'Delete: The backup is not finished yet.',
      'Download: The backup failed, so it has no file.',
      'Verify: The backup failed, so it has no file.',
      'Restore: The backup failed, so it has no file.',
    ]);
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    // The page polls a running backup, so a response may still be pending.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
  },
  'the page uploads the file of a deleted backup again': async () => {
    await remove(backupFile.name);
    await page.locator('input[type=file]').setInputFiles(await toFilePayload(backupFile));
    await dialog().getByText(backupFile.name).waitFor();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await newest().getByText('Uploaded').waitFor();
    await newest().getByText('Verified').waitFor();
  },
  'the upload dialog shows an error when the file is not a backup': async () => {
    const file = { name: 'nonsense.tar.zst', mimeType: 'application/zstd', buffer: Buffer.from('nonsense') };
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await dialog().getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await rows().count()).toBe(1);
  },
  'the passphrase is confirmed, and uploading an encrypted backup requires it': async () => {
    await page.getByRole('link', { name: 'Set a passphrase' }).click();
    const [first, again] = [
      page.getByLabel('Backup passphrase', { exact: true }),
      page.getByLabel('Backup passphrase, again'),
    ];
    await first.fill(PASSPHRASE);
    await again.fill('twelve storks in a moon');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The two entries differ. Enter the same text twice.').waitFor();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    await again.fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Backup passphrase saved.').waitFor();
    await page.goto(`${appliance.url}/backups`);
    await make();
    expect(await page.getByText('New backups are not encrypted').count()).toBe(0);
    const sealed = await download();
    expect(sealed.name).toEndWith('.age');
    await page
      .locator('input[type=file]')
      .setInputFiles(await toFilePayload({ ...sealed, name: 'moved.tar.zst.age' }));
    await dialog().getByLabel('Passphrase', { exact: true }).fill('not the right one');
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await dialog().locator('[aria-invalid=true]').waitFor();
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    await dialog().getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await page.getByText('moved.tar.zst.age is uploaded.').waitFor();
    await newest().getByText('Verified').waitFor();
  },
});

/** Returns the file under its own name, as a browser receives it from a user. */
const toFilePayload = async ({ path, name }: { path: string; name: string }) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(await Bun.file(path).arrayBuffer()),
});
