import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  for (const [n, serialnumber] of ['SN-1', 'SN-2', undefined].entries())
    await plant.send('POST', '/computers', {
      assetnumber: `FILTER-${n}`,
      hostname: `filter-${n}`,
      serialnumber,
      statusid: n + 1,
    });
});
afterAll(() => plant?.stop());

test('computers are filtered by two operators, saved as a view and opened again', async () => {
  const { page } = plant.session;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const row = (name: string) => page.getByText(name, { exact: true }).first();
  const addFilter = async (name: string, operator: string) => {
    await button('Filter').click();
    await page.getByLabel('Find a filter').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: operator, exact: true }).click();
  };
  await page.goto(`${plant.url}/computers?search=filter`);
  await row('FILTER-2').waitFor();

  await addFilter('Status', 'is');
  for (const status of ['In use', 'In repair']) {
    await page.getByRole('combobox', { name: 'Value' }).fill(status);
    await page.getByRole('option', { name: status }).click();
  }
  await button('Apply').click();
  await button('Status is In use or In repair').waitFor();
  await row('FILTER-1').waitFor({ state: 'detached' });

  await addFilter('Serial number', 'is empty');
  await button('Apply').click();
  await button('Serial number is empty').waitFor();
  await row('FILTER-0').waitFor({ state: 'detached' });
  await row('FILTER-2').waitFor();
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('statusid__in')).toBe('1,3');
  expect(searchParams.get('serialnumber__empty')).toBe('true');

  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Unlabeled');
  await button('Save').click();
  await page.goto(`${plant.url}/computers`);
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Unlabeled' }).click();
  await button('Status is In use or In repair').waitFor();
  await button('Serial number is empty').waitFor();

  await button('Serial number is empty').click();
  await page.getByRole('combobox', { name: 'Serial number' }).click();
  await page.getByRole('option', { name: 'is not empty' }).click();
  await button('Apply').click();
  await row('FILTER-0').waitFor();
  await button('Remove filter Status').click();
  await row('FILTER-1').waitFor();
  expect(plant.session.problems).toEqual([]);
});
