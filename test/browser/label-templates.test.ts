import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { HANG_MS } from '../support/hang.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK } from './page-faults.ts';

setDefaultTimeout(HANG_MS);

let plant: FilledPlant;
let machines: number[];
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  const types = (await plant.send('GET', '/assets/types')).data as {
    assettypeid: number;
    assettype: string;
  }[];
  const { assettypeid } = types.find(({ assettype }) => assettype === 'Machine')!;
  machines = [];
  for (const assetnumber of ['TPL-1', 'TPL-2']) {
    const { data } = await plant.send('POST', '/assets', { assetnumber, assettypeid });
    machines.push((data as { assetid: number }).assetid);
  }
});
afterAll(() => plant?.stop());

/** Returns the style attribute of the first label, which contains its size. */
const sizeOfLabel = () => plant.session.page.locator('.mw-label').first().getAttribute('style');
const listTemplates = async () =>
  (await plant.send('GET', '/labeltemplates')).data as { labeltemplateid: number }[];
const open = (ids: readonly number[]) =>
  plant.session.page.goto(`${plant.url}/print/labels/asset?ids=${ids.join(',')}`);

test('a template is saved, used by default from a list, updated and deleted on the page of labels', async () => {
  const { page } = plant.session;
  const picker = page.getByLabel('Template', { exact: true });
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Template actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await open(machines);
  await page.getByLabel('Size in mm').selectOption('50 × 25');
  await page.getByText('Barcode').click();
  await choose('Save as template');
  await page.getByRole('textbox', { name: 'Name' }).fill('Machine tags');
  await page.getByLabel('Only for Machine').check();
  await page.getByLabel('Use by default').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Template “Machine tags” saved.').waitFor();
  expect(await picker.locator('option:checked').textContent()).toBe('Machine tags');

  await page.evaluate(() => localStorage.removeItem('millwright.labeltemplates'));
  await page.goto(`${plant.url}/assets?search=TPL`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Labels' }).click();
  await page.locator('.mw-label-code128').first().waitFor();
  expect(await sizeOfLabel()).toContain('--w: 50mm');
  expect(await page.getByRole('button', { name: 'Print', exact: true }).isEnabled()).toBe(true);

  await page.getByText('Plain').click();
  expect(await picker.locator('option:checked').textContent()).toBe('Machine tags (changed)');
  await choose('Update template');
  await page.getByText('Template “Machine tags” updated.').waitFor();
  const saved = { style: 'plain', format: 'code128', width: 50, height: 25, isdefault: true };
  expect(await listTemplates()).toEqual([expect.objectContaining(saved)]);

  await choose('Delete template');
  await page.getByText('Template “Machine tags” deleted.').waitFor();
  expect(await picker.locator('option:checked').textContent()).toBe('No template');
  expect(await listTemplates()).toEqual([]);
});

test('the browser remembers the chosen template, and a sheet of a template keeps its name', async () => {
  const { page } = plant.session;
  const l7160 = { columncount: 3, rowcount: 7, width: 63.5, height: 38.1, columngap: 2.55 };
  const sheet = { medium: 'sheet', ...l7160, marginleft: 7.2, margintop: 15.15, rowgap: 0 };
  await plant.send('POST', '/labeltemplates', { templatename: 'On A4', ...sheet });
  const [{ labeltemplateid } = { labeltemplateid: 0 }] = await listTemplates();
  await open(machines);
  const picker = page.getByLabel('Template', { exact: true });
  await picker.selectOption('On A4');
  await page.locator('.mw-sheet').waitFor();
  expect(await page.getByRole('combobox', { name: 'Sheet' }).inputValue()).toBe('Avery L7160, 21 on A4');
  await page.reload();
  await page.locator('.mw-sheet').waitFor();
  expect(await picker.inputValue()).toBe(String(labeltemplateid));
  await plant.send('DELETE', `/labeltemplates/${labeltemplateid}`);
  await page.reload();
  await page.locator('.mw-label').first().waitFor();
  expect(await page.locator('.mw-sheet').count()).toBe(0);
});
