import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const read = (content: string | Uint8Array) => importFile(site.admin, 'Computer', content);
const linesOf = (answer: { data: { rows: { line: number }[] } }) => answer.data.rows.map(({ line }) => line);
const issueOf = (answer: Awaited<ReturnType<typeof read>>) => [
  answer.status,
  answer.error?.details.issues[0].path,
  answer.error?.message,
];

const ROWS = 'PC-1;Prüfplatz;S1\nPC-2;Lager;S2\n';
const HEADER = 'Asset number;Name;Serial number\n';
const FOUND = [
  { assetnumber: 'PC-1', name: 'Prüfplatz', serialnumber: 'S1' },
  { assetnumber: 'PC-2', name: 'Lager', serialnumber: 'S2' },
];

test.each([
  ['sep=;\n', 2],
  ['\ufeffsep=;\n', 2],
  ['sep=;\r\n', 2],
  ['SEP=;\n', 2],
  ['"sep=;"\n', 2],
  ['sep=;;;\n', 2],
  ['\n\nsep=;\n', 4],
  ['\n', 2],
  ['Inventory of the plant\n', 2],
  ['Inventory of the plant;;\n', 2],
  ['Inventory of the plant, hall A, 2027\n\n', 3],
  ['"A title\nof two lines"\n', 3],
  ['Name\n', 2],
  ['sep=;\nInventory\n', 3],
  ['Inventory\nof 2027\nby A. Weber\nhall A\n', 5],
])('the import finds the header below %j', async (above, headerline) => {
  const answer = await read(above + HEADER + ROWS);
  expect([answer.status, answer.data.headerline, changesOf(answer)]).toMatchObject([201, headerline, FOUND]);
  expect(linesOf(answer)).toEqual([headerline + 1, headerline + 2]);
  expect(answer.data.rows.map(({ row }: { row: number }) => row)).toEqual([1, 2]);
});

test('the import accepts any character of a sep line as the delimiter', async () => {
  for (const mark of [',', ';', '\t', '|', '^', ':', '~', ' ', ']', '\\', '-', '*', '§']) {
    const rows = ['assetnumber;name;serialnumber', 'P1;Prüfplatz;S1', 'P2;Lager;S2'];
    const answer = await read(`sep=${mark}\n${rows.join('\n').replaceAll(';', mark)}\n`);
    expect([mark, answer.status, rowOutcomesOf(answer)]).toEqual([mark, 201, ['add', 'add']]);
  }
  const tie = await importFile(
    site.admin,
    'vendors',
    'sep=;\nvendor;description\nAcme, Ltd, Co;one, two, three\n',
  );
  expect(changesOf(tie)).toEqual([{ vendor: 'Acme, Ltd, Co', description: 'one, two, three' }]);
});

test('the import finds no header when it is in the sixth row or later', async () => {
  const answer = await read(`1\n2\n3\n4\n5\n${HEADER}${ROWS}`);
  expect(issueOf(answer).slice(0, 2)).toEqual([400, 'mapping']);
});

test('the import takes the first row as the header when later rows contain column names', async () => {
  const answer = await importFile(
    site.admin,
    'vendors',
    'vendor,description\nLocation,Name\nVendor,Vendor\n',
  );
  expect([answer.data.headerline, rowOutcomesOf(answer)]).toEqual([1, ['add', 'add']]);
});

test('the import finds the header of a mapping below a title', async () => {
  const answer = await importFile(site.admin, 'Computer', `Inventur 2027\nNr;Bezeichnung\nPC-1;Lager\n`, {
    mapping: JSON.stringify({ Nr: 'assetnumber', Bezeichnung: 'name' }),
  });
  expect([answer.data.headerline, changesOf(answer)]).toMatchObject([
    2,
    [{ assetnumber: 'PC-1', name: 'Lager' }],
  ]);
});

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const windows1252 = (text: string) => Buffer.from(text, 'latin1');

test.each<[string, Uint8Array]>([
  ['UTF-16 LE with a mark', utf16(`\ufeff${HEADER}${ROWS}`)],
  ['UTF-16 BE with a mark', utf16(`\ufeff${HEADER}${ROWS}`, true)],
  ['UTF-16 LE without a mark', utf16(HEADER + ROWS)],
  ['UTF-16 BE without a mark', utf16(HEADER + ROWS, true)],
  ['UTF-16 with a sep line', utf16(`\ufeffsep=;\r\n${HEADER}${ROWS}`)],
  ['Windows-1252', windows1252(HEADER + ROWS)],
  ['UTF-8 with two marks', Buffer.from(`\ufeff\ufeff${HEADER}${ROWS}`)],
  ['UTF-8, decomposed', Buffer.from((HEADER + ROWS).normalize('NFD'))],
])('the import reads a file in %s', async (_what, bytes) => {
  expect(changesOf(await read(bytes))).toMatchObject(FOUND);
});

test('the import reads a file of 4,000 rows to its end in each encoding', async () => {
  const rows = Array.from({ length: 4000 }, (_, n) => `PC-${n};Prüfplatz ${n};S${n}\n`).join('');
  for (const bytes of [Buffer.from(HEADER + rows), utf16(HEADER + rows), windows1252(HEADER + rows)]) {
    const answer = await read(bytes);
    expect(answer.data.counts).toEqual({ add: 4000, update: 0, skip: 0, error: 0 });
    expect(changesOf(answer)[3999]).toMatchObject({ name: 'Prüfplatz 3999' });
  }
});

test('the import reads a euro sign and quotes of Windows-1252', async () => {
  const bytes = Buffer.concat([
    windows1252('vendor;description\nAcme;'),
    Buffer.from([0x93, 0x80, 0x94, 0x0a]),
  ]);
  expect(changesOf(await importFile(site.admin, 'vendors', bytes))).toMatchObject([{ description: '“€”' }]);
});

test.each<[string, Uint8Array, string]>([
  ['a damaged XLSX file', Buffer.from('PK\u0003\u0004rest'), 'Save it as XLSX or CSV'],
  ['XLS', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'Save it as XLSX without a password'],
  [
    'UTF-8 with one wrong byte',
    Buffer.concat([Buffer.from(`${HEADER}PC-1;Prüfplätze;S`), Buffer.from([0xfc]), Buffer.from('\n')]),
    'line 2',
  ],
  ['an unknown encoding', Buffer.from([...Buffer.from(HEADER), 0x8d, 0x0a]), 'encoding'],
])('the import refuses %s with a sentence', async (_what, bytes, text) => {
  expect(issueOf(await read(bytes))).toEqual([400, 'file', expect.stringContaining(text)]);
});

test.each([
  [
    'commas in one name of the header',
    'Asset number;Name, first, second, third;Serial number\nPC-1;;S1\nPC-2;;S2\n',
  ],
  ['commas in the cells', 'Asset number;Serial number\nPC-1;S1\nPC-2;S2\n;\n'],
  ['decimal commas in every row', 'Asset number;Serial number;Cost\nPC-1;S1;1,5\nPC-2;S2;2,5\n'],
  [
    'semicolons in the cells of a comma file',
    'Asset number,Serial number,Notes\nPC-1,S1,a;b;c\nPC-2,S2,d;e;f\n',
  ],
  [
    'semicolons in the header of a tab file',
    'Asset number\tSerial number\tA;B;C;D\nPC-1\tS1\tx\nPC-2\tS2\ty\n',
  ],
  ['whole rows in quotes', '"Asset number,Serial number"\n"PC-1,S1"\n"PC-2,S2"\n'],
  [
    'whole rows in quotes with quotes in them',
    '"Asset number,""Serial number"",Notes"\n"PC-1,S1,""a, b"""\n"PC-2,S2,"\n',
  ],
  ['some rows in quotes as a whole', 'Asset number,Serial number,Notes\n"PC-1,S1,""a, b"""\nPC-2,S2,c\n'],
  ['a delimiter at the end of the header', 'Asset number;Serial number;\nPC-1;S1\nPC-2;S2\n'],
  ['delimiters at the end of the rows', 'Asset number;Serial number\nPC-1;S1;\nPC-2;S2;;\n'],
  ['carriage returns alone', 'Asset number;Serial number\rPC-1;S1\rPC-2;S2\r'],
  ['no line break at the end', 'Asset number|Serial number\nPC-1|S1\nPC-2|S2'],
  ['blank rows', '\n;\nAsset number;Serial number\n;\n\nPC-1;S1\n  ;\nPC-2;S2\n\n'],
])('the import splits the cells correctly in a file with %s', async (_what, csv) => {
  const answer = await read(csv);
  expect([answer.status, reasonsOf(answer), changesOf(answer)]).toMatchObject([
    201,
    [null, null],
    [
      { assetnumber: 'PC-1', serialnumber: 'S1' },
      { assetnumber: 'PC-2', serialnumber: 'S2' },
    ],
  ]);
});

test('the import keeps the commas of the cells when the file has one column', async () => {
  const answer = await importFile(site.admin, 'vendors', 'vendor\nMüller, Söhne\n"Acme, Ltd"\n');
  expect(changesOf(answer).map(({ vendor }) => vendor)).toEqual(['Müller, Söhne', 'Acme, Ltd']);
});

test('the import ignores a trailing delimiter when the file has one column', async () => {
  for (const mark of [',', ';', '\t', '|']) {
    const answer = await importFile(site.admin, 'vendors', `vendor${mark}\nMüller${mark}\nAcme${mark}\n`);
    expect([mark, changesOf(answer)]).toEqual([mark, [{ vendor: 'Müller' }, { vendor: 'Acme' }]]);
  }
});

test('the import refuses a file with 600 columns and reads one with 300', async () => {
  const header = (count: number) => ['Asset number', ...Array.from({ length: count - 1 }, (_, n) => `c${n}`)];
  expect(issueOf(await read(`${header(600).join(',')}\nPC-1\n`))).toEqual([
    400,
    'file',
    expect.stringContaining('500 columns'),
  ]);
  const wide = await read(`${header(300).join(',')}\nPC-1${','.repeat(299)}\n`);
  expect(rowOutcomesOf(wide)).toEqual(['add']);
});

test('the import reports an error for a shifted row and adds the correct one', async () => {
  const answer = await read('Asset number;Name;Serial number\nPC-1;a\nPC-2;a;b;c\nPC-3;a;b\n');
  expect(rowOutcomesOf(answer)).toEqual(['error', 'error', 'add']);
});

test.each([
  ['Asset number,Asset tag', 'PC-1,PC-2', 'Asset number'],
  ['Asset number,Serial,Serial number', 'PC-1,S1,S2', 'Serial number'],
  ['Asset number,Vendor,Manufacturer', 'PC-1,Acme,Other', 'Vendor'],
])('the import reports an error when the cells of the columns %s differ', async (header, row, title) => {
  await site.admin.post('/api/vendors', { vendor: 'Acme' });
  await site.admin.post('/api/vendors', { vendor: 'Other' });
  const answer = await read(`${header}\n${row}\n`);
  expect([rowOutcomesOf(answer), reasonsOf(answer)[0]]).toEqual([['error'], expect.stringContaining(title)]);
  for (const cell of row.split(',').slice(-2)) expect(reasonsOf(answer)[0]).toContain(`"${cell}"`);
});

test('the import accepts two columns for one field when their cells agree or one is empty', async () => {
  const answer = await read('Asset number,Serial,Serial number\nPC-1,S1,S1\nPC-2,,S2\nPC-3,S3,\n');
  expect(changesOf(answer).map(({ serialnumber }) => serialnumber)).toEqual(['S1', 'S2', 'S3']);
});

test.each([
  ['Asset number\nPC-1\nPC-2\n"PC-3\nPC-4\nPC-5\n', 4],
  ['Asset number,Notes\nPC-1,"two\nlines"\nPC-2,"open\nPC-3,x\n', 4],
  ['Asset number,Notes\r\nPC-1,"two\r\nlines"\r\nPC-2,"a ""quote""\r\nPC-3,x\r\n', 4],
  ['"Asset number\nPC-1\n', 1],
])('the import names the line of the opening quote when a quote is not closed', async (csv, line) => {
  expect(issueOf(await read(csv))).toEqual([400, 'file', expect.stringContaining(`line ${line} `)]);
});

test('the import counts each line break within quotes once', async () => {
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const csv = ['Asset number,Notes', 'PC-1,"a', 'b"', 'PC-2,"a', '', 'c"', 'PC-3,x', ''].join(lineBreak);
    expect([lineBreak, linesOf(await read(csv))]).toEqual([lineBreak, [3, 6, 7]]);
  }
});

test('the import preserves quotes within cells', async () => {
  const answer = await read('Asset number,Notes,Name\nPC-1,5" disk,"3.5"" disk"\nPC-2,"big" disk,x\n');
  expect(changesOf(answer)).toMatchObject([
    { notes: '5" disk', name: '3.5" disk' },
    { notes: '"big" disk', name: 'x' },
  ]);
});
