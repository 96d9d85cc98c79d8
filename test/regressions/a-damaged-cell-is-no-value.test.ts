import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.admin.post('/api/computers', { assetnumber: '100234', serialnumber: '0099' });
  await site.admin.post('/api/locations', { location: '000124' });
});
afterAll(() => site.stop());

const quoteCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const importCell = (header: string, cell: string) =>
  importFile(site.admin, 'Computer', `Asset number,${header}\nNEW-1,${quoteCell(cell)}\n`);
const importNumber = (cell: string) =>
  importFile(site.admin, 'Computer', `Asset number,Name\n${quoteCell(cell)},A PC\n`);

const DAMAGED = [
  '1E+05',
  '1.00E+05',
  '1.23457E+11',
  '1,23457E+11',
  '1e+05',
  '-1E-07',
  '####',
  '##########',
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#NAME?',
  '#DIV/0!',
  '#NULL!',
  '#NUM!',
  '#NV',
  '#BEZUG!',
  '#VALEUR!',
  '#N/D',
  '#ADR!',
  '#CONNECT!',
  '#BLOCKED!',
  '#ССЫЛКА!',
  'Err:502',
];

test.each(DAMAGED)('the import reports an error for %s in every column', async (cell) => {
  for (const answer of [
    await importNumber(cell),
    await importCell('Serial number', cell),
    await importCell('Notes', cell),
    await importCell('Location', cell),
    await importCell('locationid', cell),
    await importCell('levelid', cell),
    await importFile(site.admin, 'warranty', `warrantyname,cost\nPress,${quoteCell(cell)}\n`),
    await importFile(site.admin, 'warranty', `warrantyname,enddate\nPress,${quoteCell(cell)}\n`),
    await importFile(site.admin, 'usb', `deviceid,isencrypted\nUSB-1,${quoteCell(cell)}\n`),
  ]) {
    expect(rowOutcomesOf(answer)).toEqual(['error']);
    expect(reasonsOf(answer)[0]).toContain(`"${cell}"`);
    expect(reasonsOf(answer)[0]).toContain('a spreadsheet has changed this value');
  }
});

test.each([
  'NULL',
  'n/a',
  '-',
  '1E5',
  'E+05',
  '12E4',
  '#12',
  '#',
  'N/A',
  '1E+5X',
  '#Halle!',
  'Line:502',
  '#A!B',
])('the import reads %s as plain text', async (cell) => {
  for (const answer of [await importNumber(cell), await importCell('Serial number', cell)])
    expect([reasonsOf(answer), Object.values(changesOf(answer)[0]!)]).toEqual([
      [null],
      expect.arrayContaining([cell]),
    ]);
});

test('the import reads a formula that contains one text as that text, as value, key and reference', async () => {
  const asValue = await importCell('Serial number', '="0099"');
  expect(changesOf(asValue)).toMatchObject([{ serialnumber: '0099' }]);
  expect(changesOf(await importCell('Location', '="000124"'))).toMatchObject([{ location: '000124' }]);
  expect(changesOf(await importCell('Name', '="say ""no"""'))).toMatchObject([{ name: 'say "no"' }]);
  expect(changesOf(await importCell('Serial number', '="1E+05"'))).toMatchObject([{ serialnumber: '1E+05' }]);
  const asKey = await importNumber('="100234"');
  expect([rowOutcomesOf(asKey), changesOf(asKey)]).toEqual([['update'], [{ name: 'A PC' }]]);
  const unquoted = await importFile(
    site.admin,
    'Computer',
    'Asset number,Serial number\n="000124",="0099"\n',
  );
  expect(changesOf(unquoted)).toMatchObject([{ assetnumber: '000124', serialnumber: '0099' }]);
});

test('the import preserves leading zeros in asset numbers', async () => {
  const answer = await importFile(site.admin, 'Computer', 'Asset number\n000123\n00123\n123\n');
  expect(changesOf(answer).map((row) => row.assetnumber)).toEqual(['000123', '00123', '123']);
});

test('the import reports an error for an identifier with added decimals when the number exists', async () => {
  for (const cell of ['100234.0', '100234.00', '100234,0']) {
    const answer = await importNumber(cell);
    expect([rowOutcomesOf(answer), reasonsOf(answer)[0]]).toEqual([
      ['error'],
      expect.stringContaining(`"${cell}"`),
    ]);
    expect(reasonsOf(answer)[0]).toContain('100234');
  }
  expect(rowOutcomesOf(await importNumber('100235.0'))).toEqual(['add']);
  const twins = await importFile(site.admin, 'Computer', 'Asset number\n555\n555.0\n');
  expect([rowOutcomesOf(twins), reasonsOf(twins)[1]]).toEqual([
    ['add', 'error'],
    expect.stringContaining('Line 2'),
  ]);
});

test('the import skips a record from its own export when its values look damaged', async () => {
  await site.admin.post('/api/computers', { assetnumber: '2E+05', serialnumber: '#N/A', name: '="0099"' });
  const csv = (await site.admin.get('/api/computers?format=csv&search=2E%2B05')).text;
  expect(csv).toContain('#N/A');
  expect(rowOutcomesOf(await importFile(site.admin, 'Computer', csv))).toEqual(['skip']);
  const withoutId = 'Asset number,Serial number\n2E+05,#N/A\n';
  expect(rowOutcomesOf(await importFile(site.admin, 'Computer', withoutId))).toEqual(['skip']);
  const changed = 'Asset number,Serial number\n2E+05,#REF!\n';
  expect(rowOutcomesOf(await importFile(site.admin, 'Computer', changed))).toEqual(['error']);
});

const importEncrypted = async (cell: string) =>
  (await importFile(site.admin, 'usb', `deviceid,isencrypted\nUSB-1,${quoteCell(cell)}\n`)).data.rows[0];

test.each([
  [true, 'ja j wahr yes y true on 1 x oui o vrai sí si verdadero sì vero tak prawda ano pravda'],
  [false, 'nein n falsch no false off 0 non faux falso nie fałsz ne nepravda'],
])('the import reads the words for %s in every letter case and normalization form', async (value, words) => {
  for (const word of words.split(' '))
    for (const cell of [word, word.toUpperCase(), word.normalize('NFD'), ` ${word} `]) {
      const row = await importEncrypted(cell);
      expect([cell, row.reason, row.changes.isencrypted?.[1] ?? false]).toEqual([cell, null, value]);
    }
});

test.each(['maybe', '2', 'ja nein', '?'])(
  'the import reports an error when a yes or no cell contains %s',
  async (cell) => {
    const row = await importEncrypted(cell);
    expect([row.outcome, row.reason]).toEqual(['error', expect.stringContaining(`"${cell}"`)]);
  },
);
