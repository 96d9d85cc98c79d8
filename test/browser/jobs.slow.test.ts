import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { createJobRecords, readOfComputers } from './jobs-stage.ts';
import { DESK } from './page-faults.ts';
import { testsOf } from './person.ts';

setDefaultTimeout(120_000);

/** The clicks and typed fields of each job. A change of the UI that needs more of them needs a reason. */
const JOBS = {
  'a person finds a PC by half of its serial number': { clicks: 0, fields: 1 },
  'a person sees what is connected to a machine': { clicks: 0, fields: 1 },
  'a person adds a PC': { clicks: 3, fields: 2 },
  'a person changes the status of 40 PCs and undoes it': { clicks: 5, fields: 3 },
  'a person imports a messy spreadsheet': { clicks: 5, fields: 3 },
  'a person sees who changed a PC and undoes it': { clicks: 2, fields: 1 },
  'a person lists all PCs with Windows 7': { clicks: 1, fields: 1 },
};

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
  await createJobRecords(plant);
});
afterAll(() => plant?.stop());

const testJob = testsOf(JOBS, () => plant);

testJob('a person finds a PC by half of its serial number', async (person) => {
  await person.find('5cg1017', /BENCH-17/);
  await person.page.getByRole('heading', { level: 1, name: /bench-17/i }).waitFor();
});

testJob('a person sees what is connected to a machine', async (person) => {
  await person.find('grinder n', /Grinder North/);
  await person.page.getByRole('button', { name: /^pc-100 /i }).waitFor();
});

testJob('a person adds a PC', async (person) => {
  const { page } = person;
  await person.open('Computers');
  await person.press('New computer');
  await person.type(page.getByLabel('Asset number'), 'PC-NEW');
  await person.type(page.getByLabel('Host name'), 'pc-new');
  await person.press('Create computer');
  await page.getByRole('heading', { level: 1, name: /pc-new/i }).waitFor();
  expect(await readOfComputers(plant, 'pc-new', 'hostname')).toEqual(['pc-new']);
});

testJob('a person changes the status of 40 PCs and undoes it', async (person) => {
  const { page } = person;
  await person.open('Computers');
  await person.type(page.getByLabel('Search in computers'), 'bench');
  await page.getByText('1–40 of 40').first().waitFor();
  await person.click(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await page.getByText('40 selected').waitFor();
  await person.press('Edit');
  const dialog = page.getByRole('dialog');
  await person.choose(dialog.getByLabel('Status'), 'In repair');
  await person.type(dialog.getByLabel('To confirm, type the number 40'), '40');
  await person.press('Edit 40');
  await page.getByText('40 changed.').waitFor();
  const before = await readOfComputers(plant, 'bench', 'status');
  expect(new Set(before)).toEqual(new Set(['In repair']));
  await person.press('Undo');
  await page.getByText('Undone.').waitFor();
  expect(await readOfComputers(plant, 'bench', 'status')).not.toContain('In repair');
});

const SPREADSHEET = `Asset Tag;Asset Name;Category;Manufacturer;Model No.;Location;Serial
ST-1;Press PC;Phone;Fuji Tec;FT 100;Press shop;S1
ST-2;Büro;Phone;Fuji Tec;FT 200;Lab 7;S2
ST-3;Old PC;Phone;Nordik;ND 1;scrap;S3
ST-4;Gate;Phone;various;ND 2;Gate 3;S4
`;

testJob('a person imports a messy spreadsheet', async (person) => {
  const { page } = person;
  await person.open('All assets');
  await person.press('Import CSV');
  const buffer = Buffer.from(SPREADSHEET, 'latin1');
  const file = { name: 'old.csv', mimeType: 'text/csv', buffer };
  await person.chooseFile(page.getByRole('button', { name: 'Choose file' }), file);
  const values = page.getByRole('region', { name: 'Values', exact: true });
  await person.click(values.getByRole('button', { name: 'Create all', exact: true }));
  await page.getByText('The import also creates').waitFor();
  await person.select(values.getByLabel('Choice for scrap'), 'Skip');
  await person.select(values.getByLabel('Choice for various'), 'Leave');
  await person.press('Import 3 rows');
  await page.getByText('3 added, 0 changed').first().waitFor();
  const { data } = await plant.send('GET', '/assets?search=ST-2');
  expect(data).toMatchObject([{ name: 'Büro', vendor: 'Fuji Tec', location: 'Lab 7' }]);
});

testJob('a person sees who changed a PC and undoes it', async (person) => {
  const { page } = person;
  await person.find('pc-100', /pc-100/i);
  await person.click(page.getByRole('tab', { name: 'History' }));
  await page.getByText('TYPED-WRONG').first().waitFor();
  await page.getByText('mara').first().waitFor();
  await person.click(page.getByRole('button', { name: /^Undo/ }).first());
  await page.getByText('Undone.').waitFor();
  expect(await readOfComputers(plant, 'pc-100', 'serialnumber')).toEqual([null]);
});

testJob('a person lists all PCs with Windows 7', async (person) => {
  const { page } = person;
  await person.open('Computers');
  await person.type(page.getByLabel('Search in computers'), 'windows 7');
  await page.getByText('1–3 of 3').waitFor();
  await page.getByText('old-2').first().waitFor();
});
