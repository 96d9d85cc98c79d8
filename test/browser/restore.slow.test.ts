import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { destroyTable } from '../restore/destroy-table.ts';
import {
  addAsset,
  listAssetNumbers,
  type RestorablePlant,
  requestBackup,
  startPlant,
} from '../restore/own-process.ts';
import { type BrowserSession, openBrowser } from './harness.ts';
import { MARA, signIn } from './mara.ts';
import { findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: RestorablePlant;
let session: BrowserSession;
let page: Page;
/** The backup of the plant. It contains the asset "IN-IT", but not the newer asset "LATER". */
let file: { name: string; buffer: Buffer };
beforeEach(async () => {
  plant = await startPlant();
  await plant.anonymous.post('/api/setup/create-admin', MARA);
  const admin = await plant.anonymous.signIn(MARA.username, MARA.password);
  await addAsset(admin, 'IN-IT');
  const { filename: name } = await requestBackup(admin);
  file = { name, buffer: readFileSync(join(plant.data, 'backups', name)) };
  await addAsset(admin, 'LATER');
  session = await openBrowser({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = session.page;
});
afterEach(async () => {
  await session?.close();
  await plant?.stop();
});

/** Waits for the sign-in page after a restore, signs in, and returns the assets. */
async function signInAgain({ url, anonymous }: RestorablePlant): Promise<string[]> {
  await page.waitForURL('**/login');
  await signIn(page, url);
  await page.getByRole('button', { name: 'Resume deliveries' }).waitFor();
  return listAssetNumbers(await anonymous.signIn(MARA.username, MARA.password));
}

test('the backups page restores a backup when the user enters its file name', async () => {
  await signIn(page, plant.url);
  await page.goto(`${plant.url}/backups`);
  await page.getByRole('button', { name: `Restore ${file.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore backup' });
  const name = dialog.getByLabel('File name');
  await name.fill('that one');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await name.fill(file.name);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('status').getByText('Testing the backup on a copy').waitFor();
  expect(await signInAgain(plant)).toEqual(['IN-IT']);
  await page.goto(`${plant.url}/backups`);
  await page.getByText('Before a restore').waitFor();
  await session.settled();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});

test('the backups page restores over unreadable data when the user confirms it', async () => {
  await plant.stop();
  destroyTable(plant.data, 'bootstraptokens');
  plant = await startPlant({ data: plant.data });
  await addAsset(await plant.anonymous.signIn(MARA.username, MARA.password), 'AFTER-IT');
  await signIn(page, plant.url);
  await page.goto(`${plant.url}/backups`);
  await page.getByRole('button', { name: `Restore ${file.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore backup' });
  await dialog.getByLabel('File name').fill(file.name);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByText('bootstraptokens of the current data cannot be read').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await dialog.getByLabel('Restore anyway').check();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  expect(await signInAgain(plant)).toEqual(['IN-IT']);
});

test('the setup page restores a backup on a new server', async () => {
  const box = await startPlant();
  try {
    await page.goto(`${box.url}/setup`);
    await page.getByRole('button', { name: 'Restore backup' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Choose a backup file.').waitFor();
    const short = {
      name: 'short.tar.zst',
      mimeType: 'application/zstd',
      buffer: file.buffer.subarray(0, -50),
    };
    await page.locator('input[type=file]').setInputFiles(short);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('alert').getByText('copy or download it again.').waitFor();
    // The only error is next to the file name.
    const beside = page.locator('div', { hasText: 'short.tar.zst' }).last().locator('xpath=..');
    expect([await page.getByRole('alert').count(), await beside.getByRole('alert').count()]).toEqual([1, 1]);
    expect(await findFaultsInAllLooks(page)).toEqual([]);
    await page.locator('input[type=file]').setInputFiles({ ...file, mimeType: 'application/zstd' });
    await page.getByRole('button', { name: 'Restore' }).click();
    expect(await signInAgain(box)).toEqual(['IN-IT']);
  } finally {
    await box.stop();
  }
});
