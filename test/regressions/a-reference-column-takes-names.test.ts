import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let hall: number;
let stock: number;
beforeAll(async () => {
  site = await startSite();
  const post = async (path: string, body: object) => (await site.admin.post(path, body)).data;
  hall = (await post('/api/locations', { location: 'Hall A' })).locationid;
  await post('/api/locations', { location: '4711' });
  await post('/api/locations', { location: 'Büro Süd' });
  await post('/api/locations', { location: 'Büro  Nord' });
  await post('/api/vendors', { vendor: '-Minus AG' });
  await post('/api/vendors', { vendor: 'Acme' });
  await post('/api/models', { modelnumber: 'M-1' });
  await post('/api/operatingsystems', { osname: 'Windows 11' });
  stock = (await site.admin.get('/api/assets/statuses')).data[0].statusid;
});
afterAll(() => site.stop());

const lookUp = (header: string, cell: string) =>
  importFile(site.admin, 'Computer', `Asset number,${header}\nREF-1,"${cell}"\n`);

test.each(['Location', 'Vendor', 'Model number', 'Operating system', 'Status'])(
  'the import refuses an ID in the column %s',
  async (header) => {
    for (const cell of ['1', '01', ' 1 ', '0001', '999']) {
      const answer = await lookUp(header, cell);
      expect([header, cell, rowOutcomesOf(answer)]).toEqual([header, cell, ['error']]);
      expect(reasonsOf(answer)[0]).toContain(`"${cell.trim()}"`);
    }
  },
);

test('the import refuses an ID in the column of the parent', async () => {
  const answer = await importFile(site.admin, 'locations', `location,Within\nCell 1,${hall}\n`);
  expect(rowOutcomesOf(answer)).toEqual(['error']);
  expect(reasonsOf(answer)[0]).toContain('parentlocationid');
});

test('the import finds a location by its numeric name', async () => {
  expect(changesOf(await lookUp('Location', '4711'))).toMatchObject([{ location: '4711' }]);
});

test('the import accepts only IDs in an ID column', async () => {
  for (const cell of [String(hall), `=""${hall}""`])
    expect(changesOf(await lookUp('locationid', cell))).toMatchObject([{ location: 'Hall A' }]);
  for (const cell of ['99999', `0${hall}`, 'Hall A', '1.0', '-1']) {
    const answer = await lookUp('locationid', cell);
    expect([cell, rowOutcomesOf(answer)]).toEqual([cell, ['error']]);
    expect(reasonsOf(answer)[0]).toContain('locationid');
  }
});

const importBoth = (id: number | string, name: string) =>
  importFile(site.admin, 'Computer', `assetnumber,locationid,location\nREF-1,${id},${name}\n`);

test('the import reports an error when the ID and the name of a row differ', async () => {
  for (const name of ['Hall A', 'HALL A', 'Hall\u00a0A', ''])
    expect([name, changesOf(await importBoth(hall, name))]).toMatchObject([name, [{ location: 'Hall A' }]]);
  expect(changesOf(await importBoth('', 'Hall A'))).toMatchObject([{ location: 'Hall A' }]);
  const other = await importBoth(hall, 'Büro Süd');
  expect(rowOutcomesOf(other)).toEqual(['error']);
  for (const text of [`ID ${hall}`, '"Hall A"', '"Büro Süd"']) expect(reasonsOf(other)[0]).toContain(text);
  expect(rowOutcomesOf(await importBoth(hall, 'Nowhere'))).toEqual(['error']);
});

test.each([
  ['decomposed letters', 'Büro Süd'.normalize('NFD')],
  ['a no-break space', 'Büro\u00a0Süd'],
  ['two blanks', 'Büro  Süd'],
  ['a soft hyphen', 'Bü\u00adro Süd'],
  ['a zero-width space and blanks at the ends', ' \u200bBüro Süd\u202f'],
  ['full-width letters', 'Ｂüro Süd'],
])('the import finds a location when its cell has %s', async (_what, cell) => {
  expect(changesOf(await lookUp('Location', cell))).toMatchObject([{ location: 'Büro Süd' }]);
});

test('the import finds a location when its name contains two spaces', async () => {
  expect(changesOf(await lookUp('Location', 'Büro  Nord'))).toMatchObject([{ location: 'Büro  Nord' }]);
});

test('the import finds a name with a leading minus with and without an apostrophe', async () => {
  for (const cell of ['-Minus AG', "'-Minus AG"])
    expect(changesOf(await lookUp('Vendor', cell))).toMatchObject([{ vendor: '-Minus AG' }]);
});

test('the import matches a record when its key has decomposed letters or other spaces', async () => {
  await site.admin.post('/api/computers', { assetnumber: 'Prüfplatz 1', statusid: stock });
  for (const key of ['Prüfplatz 1'.normalize('NFD'), 'Prüfplatz\u00a01', 'Prüf\u00adplatz  1']) {
    const csv = `Asset number,Name,Location\n${key},Prüfplatz eins,${'Büro Süd'.normalize('NFD')}\n`;
    const answer = await importFile(site.admin, 'Computer', csv);
    expect([rowOutcomesOf(answer), changesOf(answer)]).toMatchObject([
      ['update'],
      [{ name: 'Prüfplatz eins', location: 'Büro Süd' }],
    ]);
  }
});
