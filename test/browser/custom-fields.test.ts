import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
let page: Page;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  page = plant.session.page;
  const { data: types } = await plant.send('GET', '/assets/types');
  const assettypeid = (types as { assettype: string; assettypeid: number }[]).find(
    ({ assettype }) => assettype === 'Computer',
  )!.assettypeid;
  const fields = [
    { fieldname: 'cost', label: 'Cost center', groupname: 'Money', isrequired: true },
    { fieldname: 'rugged', label: 'Rugged', fieldtype: 'boolean', assettypeid },
    { fieldname: 'reach', label: 'Reach', fieldtype: 'number', assettypeid },
  ];
  for (const field of fields) await plant.send('POST', '/customfields', field);
});
afterAll(() => plant?.stop());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const fieldset = (name: string) => page.getByRole('group', { name });
async function readComputer(): Promise<Record<string, unknown>> {
  const { data } = await plant.send('GET', '/computers?search=cf-one&columns=computerid');
  const [{ computerid }] = data as [{ computerid: number }];
  return (await plant.send('GET', `/computers/${computerid}`)).data as Record<string, unknown>;
}

test('custom fields are in the form, on the page and in the cells of lists', async () => {
  await page.goto(`${plant.url}/computers/new`);
  await page.getByLabel('Asset number').fill('CF-ONE');
  await button('Create computer').click();
  await page.getByText('Cost center is required.').waitFor();
  await fieldset('Money').getByLabel('Cost center').fill('4711');
  await fieldset('Custom fields').getByLabel('Rugged').selectOption('No');
  await fieldset('Custom fields').getByLabel('Reach').fill('12.5');
  await button('Create computer').click();

  await page.getByRole('heading', { name: 'Money' }).waitFor();
  await page.getByText('4711').waitFor();
  expect(await readComputer()).toMatchObject({ cf_cost: '4711', cf_rugged: false, cf_reach: 12.5 });

  await button('Edit').click();
  await page.getByLabel('Rugged').selectOption('None');
  await button('Save changes').click();
  await page.getByRole('heading', { name: 'Money' }).waitFor();
  expect(await readComputer()).toMatchObject({ cf_cost: '4711', cf_rugged: null });

  await page.goto(`${plant.url}/computers?search=cf-one`);
  await button('Choose columns').click();
  await page.getByLabel('Find a column').fill('reach');
  await page.getByRole('checkbox', { name: 'Reach' }).check();
  await page.keyboard.press('Escape');
  await page.locator('td[data-cell="cf_reach"]').dblclick();
  const input = page.getByRole('dialog', { name: 'Edit Reach' }).getByLabel('Reach');
  await input.fill('1e16');
  await input.press('Enter');
  await page.getByRole('dialog').locator('[aria-invalid=true]').waitFor();
  await input.fill('7');
  await input.press('Enter');
  await page.locator('td[data-cell="cf_reach"]').getByText('7', { exact: true }).waitFor();
  expect(await readComputer()).toMatchObject({ cf_reach: 7 });
});

test('the form of all assets offers the custom fields of the chosen type', async () => {
  await page.goto(`${plant.url}/assets/new`);
  await page.getByLabel('Asset number').fill('CF-TWO');
  await page.getByLabel('Cost center').fill('1');
  expect(await page.getByLabel('Reach').count()).toBe(0);
});
