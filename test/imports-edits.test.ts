import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DAY } from './support/clock.ts';
import { changesOf, importFile, reasonsOf, rowOutcomesOf } from './support/imports.ts';
import { type Site, startSite } from './support/site.ts';
import { createWorkbook } from './support/workbook.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const COMMIT = { dryrun: 'false' };
const json = JSON.stringify;

test('corrected cells replace those of the file in a dry run and in the import', async () => {
  const csv =
    'vendor;supportemail;secret note\nEdit One;no address;x\nEdit Two;two@example.com;y\nEdit Three\n';
  const dry = await importFile(site.admin, 'vendors', csv);
  expect(rowOutcomesOf(dry)).toEqual(['error', 'add', 'error']);
  expect(dry.data.preview).toEqual({
    columns: ['vendor', 'supportemail'],
    cells: [
      { line: 2, cells: ['Edit One', 'no address'] },
      { line: 4, cells: ['Edit Three', ''] },
      { line: 3, cells: ['Edit Two', 'two@example.com'] },
    ],
  });
  const edits = json({
    2: { SupportEmail: 'one@example.com' },
    3: { vendor: 'Edit 2' },
    4: { supportemail: '' },
  });
  const again = await importFile(site.admin, 'vendors', csv, { edits });
  expect(rowOutcomesOf(again)).toEqual(['add', 'add', 'add']);
  const done = await importFile(site.admin, 'vendors', csv, { ...COMMIT, edits });
  expect(changesOf(done)).toMatchObject([
    { vendor: 'Edit One', supportemail: 'one@example.com' },
    { vendor: 'Edit 2', supportemail: 'two@example.com' },
    { vendor: 'Edit Three' },
  ]);
  expect(done.data.preview).toBeNull();
  const { data: log } = await site.admin.get('/api/auditlogs?action=imports.import.committed');
  const own = log.find(
    ({ entityid }: { entityid: string }) => String(entityid) === String(done.data.importid),
  );
  expect(own.details.editedcells).toBe(3);
});

const readCells = (csv: string, fields: Record<string, string>, client = site.admin) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ target: 'vendors', ...fields })) form.set(name, value);
  form.set('file', new File([csv], 'cells.csv'));
  return client.upload('/api/imports/cells', form);
};

test('the cells of any rows of a file are read with their corrections, and nothing is stored', async () => {
  const names = Array.from({ length: 600 }, (_, n) => `Cells ${n + 1};`);
  const csv = `vendor;supportemail\n${names.join('\n')}\n`;
  const dry = await importFile(site.admin, 'vendors', csv);
  expect([dry.data.rows.length, dry.data.preview.cells.length]).toEqual([600, 500]);
  const before = (await site.admin.get('/api/imports')).meta.pagination.total;
  const edits = json({ 600: { supportemail: 'one@example.com' } });
  const answer = await readCells(csv, { lines: '[601, 600, 9999]', edits });
  expect([answer.status, answer.data]).toEqual([
    200,
    {
      columns: ['vendor', 'supportemail'],
      cells: [
        { line: 601, cells: ['Cells 600', ''] },
        { line: 600, cells: ['Cells 599', 'one@example.com'] },
      ],
    },
  ]);
  expect((await site.admin.get('/api/imports')).meta.pagination.total).toBe(before);
  expect((await site.admin.get('/api/vendors?search=Cells')).data).toEqual([]);
});

test.each([
  ['an unknown value', 620, 'In use,Nonsense hall'],
  ['an unknown value in the last row', 3000, 'Nonsense,'],
  ['too many cells', 620, 'In use,,,more'],
])('the preview of %s of %i rows begins with that row', async (_, count, bad) => {
  const rows = Array.from(
    { length: count },
    (_, n) => `PF-${n},pc-pf-${n},${n === count - 1 ? bad : 'In use,'}`,
  );
  const csv = `assetnumber,hostname,status,location\n${rows.join('\n')}\n`;
  const dry = await importFile(site.admin, 'computers', csv);
  expect(dry.data.counts).toMatchObject({ add: count - 1, error: 1 });
  expect([dry.data.rows.length, dry.data.preview.cells.length]).toEqual([count, 500]);
  const lines = dry.data.preview.cells.slice(0, 3).map(({ line }: { line: number }) => line);
  expect(lines).toEqual([count + 1, 2, 3]);
  expect(dry.data.rows.at(-1)).toMatchObject({ line: count + 1, outcome: 'error', errors: [{}] });
});

test('the preview begins with rows whose error few rows share, in their order', async () => {
  const rows = Array.from({ length: 620 }, (_, n) => `PR-${n},Nowhere,${n === 600 ? 'Nonsense' : 'In use'},`);
  rows[610] = 'PR-610,Nowhere,In use,soon';
  rows[3] = 'PR-3,,In use,';
  const csv = `assetnumber,location,status,purchasedate\n${rows.join('\n')}\n`;
  const dry = await importFile(site.admin, 'computers', csv);
  expect(dry.data.counts.error).toBe(619);
  const lines: number[] = dry.data.preview.cells.map(({ line }: { line: number }) => line);
  expect([lines.length, lines.slice(0, 5)]).toEqual([500, [602, 612, 2, 3, 4]]);
});

test('the cells of rows are limited in number and size, and need permission', async () => {
  const csv = `vendor\n${'x'.repeat(600_000)}\n${'y'.repeat(600_000)}\n`;
  const answer = await readCells(csv, { lines: '[2, 3]' });
  expect(answer.data.cells.map(({ line }: { line: number }) => line)).toEqual([2]);
  const alone = await readCells(`vendor\n${'x'.repeat(1_000_001)}\n`, { lines: '[2]' });
  expect([alone.status, alone.data.cells]).toEqual([200, []]);
  const tooMany = json(Array.from({ length: 501 }, (_, n) => n + 2));
  for (const lines of ['', 'x', '[]', '[0]', '["2"]', tooMany]) {
    const refused = await readCells('vendor\nA\n', { lines });
    expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'lines']);
  }
  const viewer = await site.userWith('assets.view');
  expect((await readCells('vendor\nA\n', { lines: '[2]' }, viewer)).status).toBe(403);
});

test.each([
  ['no json', 'edits'],
  ['[1]', 'edits'],
  ['{"2": "x"}', 'edits.2'],
  ['{"2": {"vendor": 5}}', 'edits.2.vendor'],
  ['{"9": {"vendor": "x"}}', 'edits.9'],
  ['{"1": {"vendor": "x"}}', 'edits.1'],
  ['{"2": {"other": "x"}}', 'edits.2.other'],
  ['{"2": {"vendor": "a", "Vendor": "b"}}', 'edits.2.Vendor'],
  ['{"2": {"Vendor": "a", "VENDOR": "a"}}', 'edits.2.VENDOR'],
  [json({ 2: Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`c${at}`, ''])) }), 'edits'],
])('an import returns 400 for the edits %.40s', async (edits, path) => {
  const answer = await importFile(site.admin, 'vendors', 'vendor\nEdit Bad\n', { edits });
  expect([answer.status, answer.error.details.issues[0].path]).toEqual([400, path]);
});

test('equal rows count once, and rows of one record complete each other', async () => {
  const csv =
    'vendor,supportemail,website,ignored\nTwin,a@example.com,,1\nOther,,,2\nTwin,a@example.com,,3\n Twin ,,https://twin.example,4\nTwin,b@example.com,,5\n';
  const dry = await importFile(site.admin, 'vendors', csv);
  expect(dry.data.rows).toMatchObject([
    { row: 1, line: 2, merged: [4, 5], outcome: 'add', changes: { website: [null, 'https://twin.example'] } },
    { row: 2, line: 3, merged: [], outcome: 'add' },
    { row: 5, line: 6, merged: [], outcome: 'error' },
  ]);
  expect([dry.data.duplicates, dry.data.counts]).toEqual([2, { add: 2, update: 0, skip: 0, error: 1 }]);
  const fields = { ...COMMIT, skiperrors: 'true' };
  const done = await importFile(site.admin, 'vendors', csv, fields);
  expect([done.data.duplicates, done.data.counts.add]).toEqual([2, 2]);
  const errors = await site.admin.get(`/api/imports/${done.data.importid}/errors.csv`);
  expect(errors.text.split('\r\n')[1]).toStartWith('Twin,b@example.com,,5,6,');
});

test('rows whose identifiers differ in letter case only count once', async () => {
  const csv = 'assetnumber,hostname,notes\nCOMP1,PC-CASE,A\ncomp1,pc-case,A\nComp1,,\nCOMP2,,A\ncomp2,,a\n';
  const dry = await importFile(site.admin, 'computers', csv);
  expect(dry.data.rows).toMatchObject([
    { line: 2, merged: [3, 4], outcome: 'add', changes: { assetnumber: [null, 'COMP1'] } },
    { line: 5, merged: [], outcome: 'add' },
    { line: 6, merged: [], outcome: 'error' },
  ]);
  const names = await importFile(site.admin, 'vendors', 'vendor,description\nStraße,x\nSTRASSE,x\n');
  expect(names.data).toMatchObject({ duplicates: 1, counts: { add: 1, error: 0 } });
});

test('a workbook is read from its first sheet with rows, and its sheets are listed', async () => {
  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const file = createWorkbook({
    Cover: '<row></row>',
    Data: `<row>${cell('vendor')}</row><row>${cell('From Data')}</row>`,
    More: `<row>${cell('Firma')}</row><row>${cell('From More')}</row>`,
  });
  const dry = await importFile(site.admin, 'vendors', file);
  expect([dry.data.sheet, dry.data.sheets]).toEqual(['Data', ['Cover', 'Data', 'More']]);
  const more = await importFile(site.admin, 'vendors', file, { sheet: 'more' });
  expect(more.error.details).toMatchObject({ sheet: 'More', sheets: ['Cover', 'Data', 'More'] });
  const empty = await importFile(site.admin, 'vendors', file, { sheet: 'Cover' });
  expect(empty.status).toBe(400);
});

test.each([
  ['unknown', '{"Ort": "create", "ORT": "skip"}'],
  ['unknown', '{"St\u00e4dte": "create", "Sta\u0308dte": "empty"}'],
  ['values', '{"Ort": {"Hall": "create"}, "ort": {"Hall": "skip"}}'],
  ['values', '{"Ort": {"Hall": "create", "HALL": "skip"}}'],
  ['mapping', '{"assetnumber": "assetnumber", "Ort": "location", "ORT": "notes"}'],
  ['mapping', '{"assetnumber": "assetnumber", "Ort": "location", "ort": null}'],
])('an import returns 400 for contradictory %s of one column: %s', async (field, choices) => {
  const csv = 'assetnumber,assettype,Ort,Städte\nCK-1,Phone,Hall,\n';
  const mapping = json({ assetnumber: 'assetnumber', Ort: 'location', Städte: 'supplier' });
  const answer = await importFile(site.admin, 'assets', csv, { mapping, [field]: choices });
  expect([answer.status, answer.error.details.issues]).toMatchObject([
    400,
    [{ path: expect.stringContaining(field), message: expect.stringContaining('Remove one of them') }],
  ]);
});

test('the same choice for a column in two spellings is accepted', async () => {
  const csv = 'assetnumber,assettype,location\nCS-1,Phone,Spelling hall\n';
  const unknown = json({ location: 'create', Location: 'create' });
  const dry = await importFile(site.admin, 'assets', csv, { unknown });
  expect([rowOutcomesOf(dry), reasonsOf(dry)]).toEqual([['add'], [null]]);
});

test('a week after an import, its rejected rows keep only the columns that it used', async () => {
  const own = await startSite();
  try {
    const csv = 'vendor,private,supportemail\nKept,home address,no address\n';
    const done = await importFile(own.admin, 'vendors', csv, { ...COMMIT, skiperrors: 'true' });
    const path = `/api/imports/${done.data.importid}/errors.csv`;
    expect((await own.admin.get(path)).text).toContain('home address');
    own.clock.advance(8 * DAY);
    // The session has expired meanwhile.
    await own.app.host.scheduler.run('imports.forget');
    own.clock.advance(-8 * DAY);
    const { text } = await own.admin.get(path);
    expect(text).toStartWith('vendor,supportemail,line,reason\r\nKept,no address,2,');
  } finally {
    await own.stop();
  }
});
