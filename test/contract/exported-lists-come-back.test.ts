import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFirstRecords } from '../../src/features/imports/csv-reader.ts';
import { csvLine } from '../../src/kit/http/csv.ts';
import { isKitMade, type Register } from '../../src/kit/resource/register.ts';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';
import { listServedRegisters, sampleBody, writableFieldsOf } from './sample.ts';

/** Number of records of each register. The second half refers to the first. */
const RECORDS = 4;

let site: Site;
let oddRecords = 0;
let registers: Register[];
beforeAll(async () => {
  site = await startSite();
  registers = listServedRegisters(site).filter(
    (register) => isKitMade(register, 'create') && isKitMade(register, 'edit'),
  );
  for (let half = 0; half < 2; half++)
    for (const register of registers) for (let n = 0; n < RECORDS / 2; n++) await addRecord(register);
});
afterAll(() => site.stop());

/** Adds a record with a text in all its text fields. Some of the texts are ones that spreadsheets change. */
async function addRecord(register: Register): Promise<void> {
  const body = sampleBody(site, register);
  const answer = await site.admin.post(`/api${register.path}`, body);
  expect([register.name, answer.status, answer.error]).toEqual([register.name, 201, undefined]);
  for (const [name, text] of oddTexts(register)) {
    const { status } = await site.admin.put(`/api${register.path}/${answer.data[register.id]}`, {
      [name]: text,
    });
    if (status === 200) oddRecords++;
  }
}

const ODD = [
  '-5 °C',
  '1E+05',
  '="0099"',
  ' two  blanks',
  '#N/A',
  '1.250',
  'a "quote"; and,\r\na break',
  "'=x",
];

const oddTexts = (register: Register): [string, string][] =>
  writableFieldsOf(site, register)
    .filter(([, field]) => isPlainText(field) && field.writable === 'always')
    .map(([name], index) => [name, ODD[index % ODD.length]!]);

type Field = ReturnType<typeof writableFieldsOf>[number][1];
const isPlainText = (field: Field): boolean =>
  field.place === 'column' &&
  (field.kind === 'text' || field.kind === 'longtext') &&
  !field.schema &&
  !field.ascii &&
  !field.unique &&
  !field.max;

const exportOf = async (register: Register) =>
  (await site.admin.get(`/api${register.path}?format=csv&active=false`)).text;

test('the import skips each row of each exported list', async () => {
  let rows = 0;
  for (const register of registers) {
    const csv = await exportOf(register);
    const answer = await importFile(site.admin, register.path.slice(1), csv);
    expect([register.name, answer.status, answer.error]).toEqual([register.name, 201, undefined]);
    const odd = reasonsOf(answer).filter(Boolean);
    expect([register.name, odd, changesOf(answer).filter((row) => Object.keys(row).length > 0)]).toEqual([
      register.name,
      [],
      [],
    ]);
    expect(new Set(rowOutcomesOf(answer))).toEqual(new Set(['skip']));
    rows += answer.data.counts.skip;
  }
  expect(registers.length).toBeGreaterThan(30);
  expect(rows).toBeGreaterThan(100);
  expect(oddRecords).toBeGreaterThan(150);
});

/** Returns the records of a CSV text, header first. */
const recordsOf = (csv: string): string[][] =>
  readFirstRecords(csv.replaceAll('\r\n', '\n'), ',', 100_000).filter((cells) => cells.join('') !== '');

/** Changes one cell of the first row, imports the list, and returns the planned changes. */
async function importWithout(register: Register, records: string[][], name: string, cell: string) {
  const [header, first, ...rest] = records;
  const changed = first!.with(header!.indexOf(name), cell);
  const csv = [header!, changed, ...rest]
    .map((cells) => csvLine(cells.map((text) => removeGuards(text))))
    .join('');
  const answer = await importFile(site.admin, register.path.slice(1), csv);
  return [rowOutcomesOf(answer), reasonsOf(answer)[0], changesOf(answer)[0]];
}

/** Removes the guard of formulas, because `csvLine` adds it again. */
const removeGuards = (text: string): string => text.replace(/^'(?=[=+@-])/, '');

test('the import updates only the changed cell of an exported list', async () => {
  let cells = 0;
  for (const register of registers) {
    const records = recordsOf(await exportOf(register));
    const names = oddTexts(register).map(([name]) => name);
    for (const name of names.filter((one) => records[0]!.includes(one)).slice(0, 3)) {
      const skips = records.slice(2).map(() => 'skip');
      expect([
        register.name,
        name,
        await importWithout(register, records, name, 'Corrected by hand'),
      ]).toEqual([register.name, name, [['update', ...skips], null, { [name]: 'Corrected by hand' }]]);
      cells++;
    }
  }
  expect(cells).toBeGreaterThan(40);
});

test('the import renames a record by its ID and changes a reference by ID, name or both', async () => {
  const vendors = registers.find(({ name }) => name === 'vendors')!;
  const records = recordsOf(await exportOf(vendors));
  const renamed = await importWithout(vendors, records, 'vendor', 'Renamed');
  expect(renamed).toEqual([['update', ...records.slice(2).map(() => 'skip')], null, { vendor: 'Renamed' }]);
  const { locationid, location } = (await site.admin.post('/api/locations', { location: 'Moved to' })).data;
  const { data } = await site.admin.get('/api/assets');
  const csv = (id: number | string, name: string) =>
    importFile(site.admin, 'assets', `assetid,locationid,location\n${data[0].assetid},${id},${name}\n`);
  for (const answer of [await csv(locationid, location), await csv('', location), await csv(locationid, '')])
    expect(changesOf(answer)).toEqual([{ locationid, location }]);
  expect(rowOutcomesOf(await csv(locationid, data[0].location ?? 'Elsewhere'))).toEqual(['error']);
});

test('the import reports an error for an unknown and a repeated ID', async () => {
  const vendor = (await site.admin.get('/api/vendors')).data[0];
  const csv = `vendorid,vendor\n${vendor.vendorid},${vendor.vendor}\n${vendor.vendorid},Other\n99999,X\nabc,Y\n,New\n`;
  const answer = await importFile(site.admin, 'vendors', csv);
  expect(rowOutcomesOf(answer)).toEqual(['skip', 'error', 'error', 'error', 'add']);
  expect(reasonsOf(answer)[1]).toContain('Line 2');
  expect(reasonsOf(answer)[2]).toContain('99999');
  expect(reasonsOf(answer)[3]).toContain('"abc"');
});
