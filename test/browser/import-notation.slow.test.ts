import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant.stop());

const CSV = 'sep=;\nContracts of 2027\nWarranty;Cost;Until\nPress line 4;1.250;31.12.2027\n';

test('the import page reads numbers and dates again when the user selects their notation', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=warranties`);
  const buffer = Buffer.from(CSV, 'latin1');
  await page.locator('input[type=file]').setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer });
  await page.getByText('can mean 1.25 or 1250').waitFor();
  await page.getByText('Header in line 3, 3 of 3 used').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.getByLabel('Decimal separator').selectOption('comma');
  await page.getByText('Decimal comma').waitFor();
  await page.getByLabel('Date order').selectOption('dmy');
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  expect(await page.getByRole('list', { name: 'Rows' }).innerText()).toMatch(/1250[\s\S]*2027-12-31/);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('c.csv imported').waitFor();
});

test('the import page offers the columns below a title when no column is known', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=vendors`);
  const buffer = Buffer.from('Lieferanten\nFirma;Telefon\nAcme;1\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'l.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Field for the column Firma').selectOption('vendor');
  await page.getByText('Header in line 2, 1 of 2 used').waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
});

test('the import page shows each error of a row next to its column', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=warranties`);
  const buffer = Buffer.from('Warranty;Cost;enddate\nPress line 5;abc;31.12.2027\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'e.csv', mimeType: 'text/csv', buffer });
  const rows = page.getByRole('list', { name: 'Rows' });
  await rows.getByText('Cost: "abc" is not a number.').waitFor();
  const errors = await rows.getByRole('listitem').getByRole('listitem').allInnerTexts();
  expect(errors).toEqual([
    expect.stringMatching(/^Cost: "abc" is not a number/),
    expect.stringMatching(/^Until \(column enddate\): /),
  ]);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});
