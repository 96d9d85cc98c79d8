import { afterAll, beforeAll, expect, test } from 'bun:test';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';
import { createWorkbook, createZip } from './support/workbook.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="2"/></cellXfs>';

test('an XLSX file is imported with the texts that a person sees', async () => {
  const strings = '<si><t>Contract &amp; co</t></si><si><r><t>Rich</t></r><r><t> text</t></r></si>';
  const rows = [
    row(text('Warranty'), text('Until'), text('Cost'), text('Contract number'), text('Notes')),
    '<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4" s="2"><v>46752</v></c><c r="C4" s="4"><v>1250.5</v></c><c r="D4" s="1"><v>42</v></c></row>',
    '<row r="5"><c r="A5" t="s"><v>1</v></c><c r="B5" s="3"><v>46753</v></c><c r="C5"><v>0.30000000000000004</v></c><c r="E5" t="b"><v>1</v></c></row>',
    '<row r="6"><c r="A6" t="str"><f>A1</f><v>Formula</v></c><c r="D6" t="e"><v>#N/A</v></c></row>',
  ];
  const file = createWorkbook({ Data: rows.join('') }, { strings, styles: STYLES });
  const dry = await importFile(site.admin, 'warranty', file);
  expect(rowOutcomesOf(dry)).toEqual(['add', 'add', 'error']);
  expect(changesOf(dry)).toMatchObject([
    { warrantyname: 'Contract & co', enddate: '2027-12-31', cost: 1250.5, contractnumber: '00042' },
    { warrantyname: 'Rich text', enddate: '2028-01-01', cost: 0.3, notes: 'TRUE' },
    {},
  ]);
  expect(reasonsOf(dry)[2]).toContain('#N/A');
  expect(dry.data.rows.map(({ line }: { line: number }) => line)).toEqual([4, 5, 6]);
});

test('the sheet of a workbook is chosen by its name, and the first one is the default', async () => {
  const file = createWorkbook({
    First: row(text('vendor')) + row(text('Sheet One')),
    'Old list': row(text('vendor')) + row(text('Sheet Two')),
  });
  expect(changesOf(await importFile(site.admin, 'vendors', file))).toEqual([{ vendor: 'Sheet One' }]);
  const second = await importFile(site.admin, 'vendors', file, { sheet: 'old list' });
  expect(changesOf(second)).toEqual([{ vendor: 'Sheet Two' }]);
  const bad = await importFile(site.admin, 'vendors', file, { sheet: 'Third' });
  expect([bad.status, bad.error.details.issues]).toEqual([
    400,
    [{ path: 'sheet', message: 'The workbook has no sheet "Third". It has First, Old list.' }],
  ]);
});

test('names of worksheets are cut, and a limited number is listed and stored', async () => {
  const rows = row(text('vendor')) + row(text('From many'));
  const names = Array.from({ length: 150 }, (_, at) => `${at} ${'x'.repeat(30_000)}`);
  const file = createWorkbook({ Data: rows, ...Object.fromEntries(names.map((name) => [name, rows])) });
  const dry = await importFile(site.admin, 'vendors', file);
  expect(dry.data.sheets).toEqual(['Data', ...names.slice(0, 99).map((name) => name.slice(0, 100))]);
  expect([dry.data.sheet, dry.data.sheetstotal]).toEqual(['Data', 151]);
  expect(dry.text.length).toBeLessThan(20_000);
  expect((await site.admin.get(`/api/imports/${dry.data.importid}`)).data).toEqual(dry.data);
  const bad = await importFile(site.admin, 'vendors', file, { sheet: 'y'.repeat(5000) });
  const { message } = bad.error.details.issues[0];
  expect([bad.status, message.length < 12_000, message.endsWith(' and 51 more.')]).toEqual([400, true, true]);
  const last = await importFile(site.admin, 'vendors', file, { sheet: names[149]! });
  expect(last.data.sheet).toBe(names[149]!.slice(0, 100));
  expect([last.data.sheets.length, last.data.sheets.at(-1)]).toEqual([100, last.data.sheet]);
});

test('a hidden worksheet is read and listed only when it is named', async () => {
  const rowsOf = (name: string) => row(text('vendor')) + row(text(name));
  const sheets = { Lists: rowsOf('Hidden one'), Cover: '<row></row>', Data: rowsOf('Visible one') };
  const file = createWorkbook(sheets, { hidden: ['Lists'] });
  const dry = await importFile(site.admin, 'vendors', file);
  expect([dry.data.sheet, dry.data.sheets, changesOf(dry)]).toEqual([
    'Data',
    ['Cover', 'Data'],
    [{ vendor: 'Visible one' }],
  ]);
  expect(dry.data.hiddensheets).toEqual(['Lists']);
  const named = await importFile(site.admin, 'vendors', file, { sheet: 'lists' });
  expect([named.data.sheet, named.data.sheets]).toEqual(['Lists', ['Lists', 'Cover', 'Data']]);
  expect(named.data.hiddensheets).toEqual(['Lists']);
  expect(changesOf(named)).toEqual([{ vendor: 'Hidden one' }]);
  const none = createWorkbook(sheets, { hidden: Object.keys(sheets) });
  const answer = await importFile(site.admin, 'vendors', none);
  expect([answer.status, answer.error.details.issues[0]]).toMatchObject([
    400,
    { path: 'file', message: expect.stringContaining('hidden') },
  ]);
  expect(answer.error.details).toMatchObject({ sheets: [], hiddensheets: ['Lists', 'Cover', 'Data'] });
});

test('an empty worksheet is refused with the other ones to choose from', async () => {
  const rows = row(text('vendor')) + row(text('One'));
  const file = createWorkbook({ Data: rows, Cover: '<row></row>', Lists: rows }, { hidden: ['Lists'] });
  const answer = await importFile(site.admin, 'vendors', file, { sheet: 'Cover' });
  expect([answer.status, answer.error.details]).toMatchObject([
    400,
    { sheet: 'Cover', sheets: ['Data', 'Cover'], hiddensheets: ['Lists'] },
  ]);
  expect(answer.error.details.issues[0].message).toStartWith('The worksheet Cover is empty.');
});

test('the exact spelling of a worksheet wins over another letter case', async () => {
  const rowsOf = (name: string) => row(text('vendor')) + row(text(name));
  const file = createWorkbook({ DATA: rowsOf('Upper'), Data: rowsOf('Exact'), Straße: rowsOf('Sharp') });
  const vendorsOf = async (sheet: string) =>
    changesOf(await importFile(site.admin, 'vendors', file, { sheet }));
  expect(await vendorsOf('Data')).toEqual([{ vendor: 'Exact' }]);
  expect(await vendorsOf('data')).toEqual([{ vendor: 'Upper' }]);
  expect(await vendorsOf('STRASSE')).toEqual([{ vendor: 'Sharp' }]);
});

test('the dates of a workbook with the calendar of 1904 are read', async () => {
  const rows = row(text('Warranty'), text('Until')) + row(text('Mac'), '<c s="2"><v>45290</v></c>');
  const properties = '<workbookPr date1904="1"/>';
  const file = createWorkbook({ Data: rows }, { styles: STYLES, properties });
  expect(changesOf(await importFile(site.admin, 'warranty', file))).toMatchObject([
    { enddate: '2027-12-31' },
  ]);
});

test('an XLSX file with prefixes, comments, CDATA, phonetic hints and escapes is read', async () => {
  const strings =
    '<x:si><x:t>Sv&#228;rd &#x1F5E1;&#128481;</x:t><x:rPh sb="0"><x:t>hint</x:t></x:rPh></x:si><x:si><x:t><![CDATA[a < b & c]]></x:t></x:si>';
  const rows = [
    '<!-- <row> --><x:row><x:c t="inlineStr"><x:is><x:t>Warranty</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Notes</x:t></x:is></x:c></x:row>',
    '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row>',
    "<row><c t='str'><f>A1</f><v>Odd</v></c><c t='str'><v>Two_x000A_lines &lt;&amp;lt;</v></c></row>",
  ];
  const file = createWorkbook({ 'A > B': rows.join('') }, { strings });
  expect(changesOf(await importFile(site.admin, 'warranty', file, { sheet: 'A > B' }))).toMatchObject([
    { warrantyname: 'Svärd \u{1f5e1}\u{1f5e1}', notes: 'a < b & c' },
    { warrantyname: 'Odd', notes: 'Two\nlines <&lt;' },
  ]);
});

/** Returns a workbook with 97 MB of strings that are declared as 10 bytes. */
function createDisguisedBomb(): Uint8Array {
  const strings = ' '.repeat(97 * 1024 * 1024);
  const file = Buffer.from(createWorkbook({ A: row(text('vendor')) }, { strings }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(`<sst>${strings}</sst>`.length);
  for (let at = file.indexOf(size); at >= 0; at = file.indexOf(size)) file.writeUInt32LE(10, at);
  return file;
}

/** Returns a small workbook that repeats a long text in many cells. */
function createRepetitiveWorkbook(): Uint8Array {
  const cells = row('<c t="s"><v>0</v></c>').repeat(1100);
  return createWorkbook(
    { A: row(text('vendor')) + cells },
    { strings: `<si><t>${'z'.repeat(32_000)}</t></si>` },
  );
}

test.each<[string, () => Uint8Array]>([
  ['a long text in many cells', createRepetitiveWorkbook],
  ['other archives', () => createZip({ 'content.xml': '<office/>' })],
  ['a truncated file', () => createWorkbook({ A: row(text('vendor')) }).subarray(0, 200)],
  ['an element without its end', () => createWorkbook({ A: '<row><c><v>1</v></c>' })],
  ['too many rows', () => createWorkbook({ A: row(text('vendor')) + row('<c><v>1</v></c>').repeat(20_001) })],
  ['too many columns', () => createWorkbook({ A: row(text('vendor'), '<c r="ZZZ1"><v>1</v></c>') })],
  ['a bomb', () => createWorkbook({ A: row(text('vendor')) }, { strings: ' '.repeat(97 * 1024 * 1024) })],
  ['a bomb that declares a small size', createDisguisedBomb],
])('an import returns 400 for an XLSX file with %s', async (_, create) => {
  const answer = await importFile(site.admin, 'vendors', create());
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, 'file']);
});
