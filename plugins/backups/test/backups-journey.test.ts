import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { openByMenu } from '../../../test/browser/menu.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
let newest: Locator;
let dialog: Locator;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  newest = page.locator('tbody tr').first();
  dialog = page.getByRole('dialog');
});
afterAll(() => plant?.stop());

async function make(): Promise<void> {
  await openByMenu(page, 'Admin', 'System', 'Backups of the appliance');
  await page.getByText('No backups yet').waitFor();
  await page.getByRole('button', { name: 'Create backup' }).click();
  await newest.getByText('Manual').waitFor();
  await newest.getByText('Verified').waitFor();
}

async function download() {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    newest.getByRole('button', { name: /^Download/ }).click(),
  ]);
  const name = file.suggestedFilename();
  expect(name).toEndWith('.tar.zst');
  const buffer = Buffer.from(await Bun.file(await file.path()).arrayBuffer());
  return { name, mimeType: 'application/octet-stream', buffer };
}

async function remove(name: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No backups yet').waitFor();
}

test('an admin creates and downloads a backup, deletes it and uploads it again', async () => {
  await step('Create backup', make);
  const file = await step('Download it', download);
  await step('Delete it', () => remove(file.name));
  await step('Upload it from its file', async () => {
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText(file.name).waitFor();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await newest.getByText('Uploaded').waitFor();
    await newest.getByText('Verified').waitFor();
  });
  expect(plant.session.problems).toEqual([]);
});
