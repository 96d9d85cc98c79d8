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

test('a change of the type of an asset needs the required fields of the new type', async () => {
  const types = (await plant.send('GET', '/assets/types')).data as {
    assettype: string;
    assettypeid: number;
  }[];
  const idOf = (name: string) => types.find(({ assettype }) => assettype === name)!.assettypeid;
  const [phone, other] = [idOf('Phone'), idOf('Other')];
  const holder = { fieldname: 'holder', label: 'Holder', isrequired: true, assettypeid: phone };
  await plant.send('POST', '/customfields', holder);
  const create = async (n: number) => {
    const asset = { assetnumber: `CF-MOVE-${n}`, assettypeid: other, cf_cost: '1' };
    return (await plant.send('POST', '/assets', asset)).data as unknown as { assetid: number };
  };
  const [first] = [await create(1), await create(2), await create(3)];

  await page.goto(`${plant.url}/assets/${first.assetid}/edit`);
  expect(await page.getByLabel('Holder').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Type' }).fill('Phone');
  await page.getByRole('option', { name: 'Phone' }).click();
  await button('Save changes').click();
  await page.getByText('Holder is required.').waitFor();
  await page.getByLabel('Holder').fill('Ann');
  await button('Save changes').click();
  await page.getByRole('heading', { level: 1, name: 'CF-MOVE-1' }).waitFor();
  const readType = async () => (await plant.send('GET', `/assets/${first.assetid}`)).data;
  expect(await readType()).toMatchObject({ assettypeid: phone, cf_holder: 'Ann' });

  await page.goto(`${plant.url}/assets?search=cf-move`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit 3 assets/ });
  const addField = async (name: string) => {
    await dialog.getByLabel('Add field').fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  };
  await addField('Type');
  await dialog.getByRole('combobox', { name: 'Type' }).fill('Phone');
  await page.getByRole('option', { name: 'Phone' }).click();
  const missing = 'Holder is required for 2 assets: CF-MOVE-2, CF-MOVE-3.';
  const mentions = dialog.getByText(missing);
  await mentions.waitFor();
  await dialog.getByRole('status').getByText('Correct the marked fields to see the changes.').waitFor();
  await dialog.getByRole('button', { name: 'Edit 3' }).click();
  await plant.session.settled();
  expect(await mentions.count()).toBe(1);
  expect(await dialog.getByRole('alert').allInnerTexts()).toEqual([]);
  await dialog.getByLabel('Holder', { exact: true }).fill('Bea');
  await dialog.getByText('2 Other, 1 Phone → Phone (2 changed)').waitFor();
  await dialog.getByRole('button', { name: 'Edit 3' }).click();
  await page.getByText('3 changed.').waitFor();
});

test('the form of all assets offers the custom fields of the chosen type', async () => {
  await page.goto(`${plant.url}/assets/new`);
  await page.getByLabel('Asset number').fill('CF-TWO');
  await page.getByLabel('Cost center').fill('1');
  expect(await page.getByLabel('Reach').count()).toBe(0);
});
