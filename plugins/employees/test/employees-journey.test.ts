import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createSmallPng } from '../../../src/demo/small-png.ts';
import { type FilledPlant, startFilledPlant } from '../../../test/browser/filled-plant.ts';
import { DESK } from '../../../test/browser/page-faults.ts';
import { step } from '../../../test/support/step.ts';

setDefaultTimeout(120_000);

const CSV =
  'SSO,First_Name,Last_Name,Team\n501234,Zoe,Brandt,Milling\n501235,Ann,Ek,Paint\nnone,Bo,Lee,Paint\n';

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

async function importPeople(): Promise<void> {
  await page.goto(`${plant.url}/employees/directory`);
  await page.getByText('No employees yet').waitFor();
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('2 new, 0 changed, 1 skipped').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Zoe Brandt' }).waitFor();
}

async function openPerson(): Promise<void> {
  await plant.send('POST', '/usb', { deviceid: 'USB-7', label: 'Blue one' });
  await plant.send('POST', '/usb/1/checkout', { holdersso: '501234' });
  const notice = { notification: 'Your badge is ready', employeesso: '501234' };
  await plant.send('POST', '/notifications', notice);
  await page.getByRole('link', { name: 'Zoe Brandt' }).click();
  await page.getByRole('heading', { name: 'Zoe Brandt' }).waitFor();
  await page.getByRole('link', { name: 'USB-7 Blue one' }).waitFor();
  await page.getByText('Your badge is ready').waitFor();
}

async function changePerson(): Promise<void> {
  const buffer = Buffer.from(createSmallPng(8, () => [1, 2, 3]));
  const photo = { name: 'zoe.png', mimeType: 'image/png', buffer };
  await page.locator('input[type=file]').setInputFiles(photo);
  await page.getByText('Zoe Brandt has a new photo.').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Role').fill('Team lead');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Team lead · Milling').waitFor();
}

test('an admin imports employees, sees the device that one holds and changes the record', async () => {
  await step('Import people', importPeople);
  await step('Open a person', openPerson);
  await step('Change the person', changePerson);
  await step('See the name of an SSO elsewhere', async () => {
    await page.goto(`${plant.url}/notifications`);
    await page.getByText('Zoe Brandt').waitFor();
  });
  expect(plant.session.problems).toEqual([]);
});
