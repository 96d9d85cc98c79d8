import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { createWorkbook } from '../support/workbook.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant.stop());

/** A spreadsheet with twelve unknown values, like those of Snipe-IT. */
const CSV = `Asset Tag;Asset Name;Category;Manufacturer;Model No.;Location;Serial
ST-1;Press PC;Phone;Fuji Tec;FT 100;Press shop;S1
ST-2;Lab PC;Phone;Fuji Tec;FT 200;Lab 7;S2
ST-3;Old PC;Phone;Nordik;ND 1;Cellar 4;S3
ST-4;Spare;Phone;Nordik;ND 2;scrap;S4
ST-5;Gate;Phone;various;ND 1;Gate 3;S5
`;
const file = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };

test('the import page imports a messy spreadsheet with few clicks and remembers the choices', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=assets`);
  await page.locator('input[type=file]').setInputFiles(file);
  const values = page.getByRole('region', { name: 'Values', exact: true });
  await values.getByText('12 unknown').waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await values.getByRole('button', { name: 'Create all', exact: true }).click();
  await page.getByText('The import also creates').waitFor();
  await values.getByLabel('Choice for scrap').selectOption('skip');
  await values.getByLabel('Choice for various').selectOption('empty');
  await page.getByText('rows with "scrap" are skipped').waitFor();
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await page.getByText('4 added, 0 changed, 1 unchanged. Also created: ').waitFor();
  const { data } = await plant.send('GET', '/assets?search=ST-2');
  expect(data).toMatchObject([{ vendor: 'Fuji Tec', modelnumber: 'FT 200', location: 'Lab 7' }]);

  await page.getByRole('button', { name: 'Import another file' }).click();
  const next = CSV.split('\n')[0] + '\nST-9;New;Phone;Fuji Tec;FT 300;scrap;S9\nST-8;New;Phone;Nuvo;;;S8\n';
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(next) });
  await page.getByText('Earlier choices applied').waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByText('There is no vendor "Nuvo"').waitFor();
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download errors' }).click(),
  ]);
  expect(errors.suggestedFilename()).toBe('old-errors.csv');
  expect(await readFile(await errors.path(), 'utf8')).toContain('There is no vendor ""Nuvo""');
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download template' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('assets-template.csv');
});

test('the import page uses a similar or another record for an unknown value', async () => {
  const { page } = plant.session;
  await plant.send('POST', '/vendors', { vendor: 'Heidenhain' });
  await plant.send('POST', '/vendors', { vendor: 'Fagor Automation' });
  await page.goto(`${plant.url}/imports?target=assets`);
  const csv = 'Asset Tag,Category,Manufacturer\nSI-1,Phone,Heidenhein\nSI-2,Phone,Spanish\n';
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(csv) });
  await page.getByLabel('Choice for Heidenhein').selectOption({ label: 'Use Heidenhain' });
  await page.getByLabel('Choice for Spanish').selectOption({ label: 'Use another record' });
  await page.getByRole('combobox', { name: 'Record for Spanish' }).fill('Fagor');
  await page.getByRole('option', { name: 'Fagor Automation' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 added').first().waitFor();
  const { data } = await plant.send('GET', '/assets?search=SI-&sort=assetnumber');
  expect(data).toMatchObject([{ vendor: 'Heidenhain' }, { vendor: 'Fagor Automation' }]);
});

test('the import page maps the columns of a workbook that no list has', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=vendors`);
  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const workbook = createWorkbook({ Firmen: `<row>${cell('Firma')}</row><row>${cell('Workbook AG')}</row>` });
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'f.xlsx', mimeType, buffer: Buffer.from(workbook) });
  await page.getByLabel('Field for the column Firma').selectOption('vendor');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('f.xlsx imported').waitFor();
});
