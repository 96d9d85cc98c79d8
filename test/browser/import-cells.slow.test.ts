import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createWorkbook } from '../support/workbook.ts';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findFaultsInAllLooks } from './page-faults.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant.stop());

const mimeType = 'text/csv';
const cellAt = (line: number, column: number) => `tr:has(th:text-is("${line}")) td:nth-of-type(${column})`;

test('the import page corrects cells with the keyboard, and the import writes them', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=vendors`);
  const csv = 'vendor,supportemail\nCell One,a@example.com\nCell Two,no address\nCell One,a@example.com\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'c.csv', mimeType, buffer: Buffer.from(csv) });
  await page.getByText('1 row repeats or completes an earlier row').waitFor();
  await page.getByRole('button', { name: 'Edit cells' }).click();
  const grid = page.getByRole('grid', { name: 'Cells of the file' });
  await grid.waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  const [wrong, name] = [grid.locator(cellAt(3, 2)), grid.locator(cellAt(3, 1))];
  await name.click();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Line 3: ').waitFor();
  await page.keyboard.press('F2');
  await page.getByLabel('supportemail, line 3').fill('b@example.com');
  await page.keyboard.press('Escape');
  expect(await wrong.textContent()).toBe('no address');
  await page.keyboard.press('Enter');
  await page.getByLabel('supportemail, line 3').fill('two@example.com');
  await page.keyboard.press('Shift+Tab');
  expect(await wrong.getAttribute('data-edited')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByLabel('vendor, line 3').fill('Cell Deux');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('c.csv imported').waitFor();
  const { data } = await plant.send('GET', '/vendors?search=Cell&sort=vendor');
  expect(data).toMatchObject([
    { vendor: 'Cell Deux', supportemail: 'two@example.com' },
    { vendor: 'Cell One', supportemail: 'a@example.com' },
  ]);
});

test('the import page pages through the cells of all rows, those with errors first', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=vendors`);
  const names = Array.from({ length: 620 }, (_, n) => `Row ${n + 1},${n === 610 ? 'no address' : ''}`);
  const buffer = Buffer.from(`vendor,supportemail\n${names.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'long.csv', mimeType, buffer });
  await page.getByRole('button', { name: 'Edit cells' }).click();
  await page.getByText('1–50 of 620').waitFor();
  const lines = () => page.getByRole('rowheader').allInnerTexts();
  expect((await lines()).slice(0, 3)).toEqual(['612', '2', '3']);
  await page.getByRole('button', { name: 'Page 13' }).click();
  await page.getByText('601–620 of 620').waitFor();
  await page.getByRole('gridcell', { name: 'Row 620', exact: true }).dblclick();
  await page.getByLabel('vendor, line 621').fill('The last row');
  await page.getByLabel('vendor, line 621').press('Enter');
  expect(await lines()).toHaveLength(20);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await page.getByRole('gridcell', { name: 'no address' }).press('Delete');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 620 rows' }).waitFor();
  await page.getByRole('button', { name: 'Page 13' }).click();
  await page.getByRole('gridcell', { name: 'The last row' }).waitFor();
  await page.getByRole('button', { name: 'Import 620 rows' }).click();
  await page.getByText('long.csv imported').waitFor();
  const { data } = await plant.send('GET', '/vendors?search=last row');
  expect(data).toMatchObject([{ vendor: 'The last row' }]);
});

test('the grid of cells shows rows with an unknown value or an error of the whole row first, marked', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=computers`);
  const rows = Array.from({ length: 620 }, (_, n) => `MC-${n},pc-${n},${n === 600 ? 'Nonsense' : 'In use'}`);
  rows[610] += ',more';
  const buffer = Buffer.from(`assetnumber,hostname,status\n${rows.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'first.csv', mimeType, buffer });
  await page.getByRole('button', { name: 'Edit cells' }).click();
  const grid = page.getByRole('grid', { name: 'Cells of the file' });
  await page.getByText('1–50 of 620').waitFor();
  expect((await grid.getByRole('rowheader').allInnerTexts()).slice(0, 3)).toEqual(['602', '612', '2']);
  expect(await grid.locator('td[data-error]').allInnerTexts()).toEqual(['Nonsense']);
  const marked = grid.locator('tr[data-error] > th');
  expect(await marked.allInnerTexts()).toEqual(['602', '612']);
  expect(await marked.last().getAttribute('title')).toContain('4 cells, the header has 3');
  const wrong = grid.locator('td[data-error]');
  await wrong.evaluate((cell) =>
    cell.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' })),
  );
  await page.getByLabel('status, line 602').fill('In use');
  await page.getByLabel('status, line 602').press('Enter');
  expect(await wrong.count()).toBe(0);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});

test('the import page says what to do with a line that is too long for the grid of cells', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=vendors`);
  const buffer = Buffer.from(`vendor,supportemail\nA,\nB,${'x'.repeat(1_000_001)}\nC,\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'too-long.csv', mimeType, buffer });
  await page.getByRole('button', { name: 'Edit cells' }).click();
  await page.getByText('Line 3 has more than a million characters and cannot be corrected here.').waitFor();
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['2', '4']);
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});

test('the import page offers the worksheets of a workbook', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=vendors`);
  await page.getByText('from a CSV or Excel file').waitFor();
  const row = (value: string) => `<row><c t="inlineStr"><is><t>${value}</t></is></c></row>`;
  const workbook = createWorkbook({
    Data: row('vendor') + row('Sheet vendor'),
    Other: row('vendor') + row('Other vendor') + row('Third vendor'),
    Strange: row('Firma') + row('Strange vendor'),
  });
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const file = { name: 'w.xlsx', mimeType: type, buffer: Buffer.from(workbook) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  await page.getByLabel('Worksheet').selectOption('Strange');
  await page.getByLabel('Field for the column Firma').waitFor();
  await page.getByLabel('Worksheet').selectOption('Other');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('w.xlsx imported').waitFor();
  const { data } = await plant.send('GET', '/vendors?search=vendor&sort=vendor');
  expect(data).toMatchObject([{ vendor: 'Other vendor' }, { vendor: 'Third vendor' }]);
});

test('the import page offers hidden worksheets in a group of their own, also when all are hidden', async () => {
  const { page } = plant.session;
  const row = (value: string) => `<row><c t="inlineStr"><is><t>${value}</t></is></c></row>`;
  const sheets = {
    Data: row('vendor') + row('Shown maker'),
    Cover: '<row></row>',
    Lists: row('vendor') + row('Kept maker') + row('Second kept maker'),
  };
  const choose = async (hidden: string[]) => {
    await page.goto(`${plant.url}/imports?target=vendors`);
    await page.getByText('from a CSV or Excel file').waitFor();
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const buffer = Buffer.from(createWorkbook(sheets, { hidden }));
    await page.locator('input[type=file]').setInputFiles({ name: 'h.xlsx', mimeType: type, buffer });
    await page.getByLabel('Worksheet').waitFor();
  };
  const sheet = page.getByLabel('Worksheet');
  const hiddenOptions = () => sheet.locator('optgroup[label="Hidden"] option').allTextContents();
  await choose(['Cover', 'Lists']);
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  expect([await sheet.inputValue(), await hiddenOptions()]).toEqual(['Data', ['Cover', 'Lists']]);
  await sheet.selectOption('Cover');
  await page.getByText('The worksheet Cover is empty.').waitFor();
  await sheet.selectOption('Lists');
  await page.getByRole('button', { name: 'Import 2 rows' }).waitFor();
  expect([await sheet.inputValue(), await hiddenOptions()]).toEqual(['Lists', ['Cover', 'Lists']]);
  await choose(Object.keys(sheets));
  await page.getByText('All sheets of the workbook are hidden.').waitFor();
  expect(await sheet.inputValue()).toBe('');
  expect(await findFaultsInAllLooks(page)).toEqual([]);
  await sheet.selectOption('Data');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('h.xlsx imported').waitFor();
});

test('the import page maps custom fields and columns of plugins', async () => {
  const { page } = plant.session;
  await plant.send('POST', '/customfields', { fieldname: 'gate', label: 'Gate number' });
  await page.goto(`${plant.url}/imports?target=assets`);
  const csv = 'assetnumber,assettype,purchasedate,Warranty,Tor\nAF-1,Phone,2024-01-01,24 months,7\n';
  await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType, buffer: Buffer.from(csv) });
  expect(await page.getByLabel('Field for the column Warranty').inputValue()).toBe('warrantymonths');
  await page.getByLabel('Field for the column Tor').selectOption({ label: 'Gate number' });
  await page.locator('dt', { hasText: 'Warranty until' }).waitFor();
  await page.getByText('The import also creates 1 warranty').waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('a.csv imported').waitFor();
});

test('the cells of a file with many columns have no fault, also on a phone', async () => {
  const { page } = plant.session;
  await page.goto(`${plant.url}/imports?target=assets`);
  const buffer = Buffer.from('assetnumber,name,assettype,location\nWIDE-599,A long name,Fridge,\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'wide.csv', mimeType, buffer });
  await page.getByRole('button', { name: 'Edit cells' }).click();
  await page.getByRole('grid', { name: 'Cells of the file' }).waitFor();
  expect(await findFaultsInAllLooks(page)).toEqual([]);
});
