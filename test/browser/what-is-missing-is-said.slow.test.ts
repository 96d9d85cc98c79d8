import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant, withPlantSetting } from './filled-plant.ts';
import { DESK, findPageFaults } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
});
afterAll(() => plant?.stop());

const open = async (path: string) => {
  await page.goto(plant.url + path);
  await plant.session.settled();
};
const NO_MAIL = 'No mail is sent until a mail server is set up.';

test('the page of secret links warns that they work only locally until site_url is set', async () => {
  await open('/send');
  const warned = page.getByText(`The link begins with ${plant.url}. It works only on this appliance.`);
  await warned.waitFor();
  await page.getByLabel('Secret').fill('x');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByText('The link is ready').waitFor();
  expect(await warned.count()).toBe(1);
  await page.getByRole('link', { name: 'address of this appliance' }).click();
  await page.getByLabel('Address of this appliance', { exact: true }).waitFor();
  await withPlantSetting(plant, 'site_url', 'https://millwright.plant.example', async () => {
    await open('/send');
    await page.getByLabel('Secret').waitFor();
    expect(await page.getByText('The link begins with').count()).toBe(0);
  });
});

test('the schedule form and the list warn that no mail server is set', async () => {
  await open('/reports/assets-by-status');
  await page.getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(NO_MAIL).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Assets by status waits until a mail server is set up.').waitFor();
  await open('/reports/schedules');
  await page.getByText(NO_MAIL).waitFor();
  expect(await findPageFaults(plant, ['/send', '/reports/schedules'], 'light')).toEqual([]);
  await open('/reports/schedules');
  await page.getByRole('link', { name: 'mail server' }).click();
  await page.getByLabel('Mail server', { exact: true }).waitFor();
  await withPlantSetting(plant, 'smtp_host', 'mail.plant.example', async () => {
    await open('/reports/schedules');
    expect(await page.getByText(NO_MAIL).count()).toBe(0);
    await page.getByRole('button', { name: 'Edit: Assets by status' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Assets by status is scheduled.').waitFor();
  });
});
