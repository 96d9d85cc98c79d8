import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Imports one warranty for each cost. */
const costs = (cells: readonly string[], fields: Record<string, string> = {}) =>
  importFile(
    site.admin,
    'warranty',
    `warrantyname;cost\n${cells.map((cell, n) => `Contract ${n};"${cell}"`).join('\n')}\n`,
    fields,
  );

const valuesOf = (answer: { data: { rows: { changes: { cost?: [null, number] } }[] } }) =>
  answer.data.rows.map(({ changes }) => changes.cost?.[1] ?? null);

test.each<[string[], number[], string | undefined]>([
  [['1.250', '12.500,00', '1250,50', '980'], [1250, 12_500, 1250.5, 980], 'comma'],
  [['1,250', '12,500.00', '1250.50', '980'], [1250, 12_500, 1250.5, 980], 'point'],
  [['1.250.000', '1.250'], [1_250_000, 1250], 'comma'],
  [['1 250', '1\u00a0250,5', '1\u202f250', '1 250 000'], [1250, 1250.5, 1250, 1_250_000], 'comma'],
  [["1'250.50", '1’250', "12'500.05"], [1250.5, 1250, 12_500.05], 'point'],
  [['€ 1.250,00', '1.250 €', '€1.250', '980,00 EUR'], [1250, 1250, 1250, 980], 'comma'],
  [['5', '0', '1250'], [5, 0, 1250], undefined],
  [['12.5', '12,5'], [12.5, 12.5], undefined],
])('the import derives the decimal mark of a column from %j', async (cells, values, decimal) => {
  const answer = await costs(cells);
  expect([reasonsOf(answer), valuesOf(answer)]).toEqual([cells.map(() => null), values]);
  expect(answer.data.decimal).toEqual(decimal ? { cost: decimal } : {});
});

test.each(['1.250', '1,250', '€ 1.250', '12,345', '1.000', '01.250', '001,250', '-1.250', '+1.250'])(
  'the import names both readings when %s is the only clue',
  async (cell) => {
    for (const others of [[], ['980', '1250'], ['1.111']]) {
      const answer = await costs([cell, ...others]);
      expect(rowOutcomesOf(answer)[0]).toBe('error');
      const separator = cell.includes('.') ? '.' : ',';
      const digits = cell.replace(/[^\d.,-]/g, '');
      for (const reading of [Number(digits.replace(separator, '')), Number(digits.replace(separator, '.'))])
        expect(reasonsOf(answer)[0]).toMatch(new RegExp(`(^|[ (])${reading}([ ,)]|$)`));
      expect(reasonsOf(answer)[0]).toStartWith('Cost: ');
    }
  },
);

test('the import reports an error for an unclear number when other cells contradict each other', async () => {
  const answer = await costs(['12.5', '12,5', '1.250']);
  expect([rowOutcomesOf(answer), valuesOf(answer)]).toEqual([
    ['add', 'add', 'error'],
    [12.5, 12.5, null],
  ]);
});

test('the import applies the chosen decimal mark to every cell', async () => {
  const cells = ['1.250', '1,250', '980', '1.250,00', '1,250.00'];
  const comma = await costs(cells, { decimal: 'comma' });
  expect(valuesOf(comma)).toEqual([1250, 1.25, 980, 1250, null]);
  const point = await costs(cells, { decimal: 'point' });
  expect(valuesOf(point)).toEqual([1.25, 1250, 980, null, 1250]);
  expect([comma.data.decimal, point.data.decimal]).toEqual([{ cost: 'comma' }, { cost: 'point' }]);
  expect(reasonsOf(comma)[4]).toContain('"1,250.00"');
  const none = await costs(['980'], { decimal: 'dot' });
  expect([none.status, none.error.details.issues[0].path]).toEqual([400, 'decimal']);
  expect((await costs(['980'], { decimal: 'auto' })).status).toBe(201);
});

test.each(['abc', '1.25.0', '12,50,00', '1.2500,5', '5 %', '1e5', '1 25', '--5', '.', ','])(
  'the import quotes the cell when it is not a number: %s',
  async (cell) => {
    const answer = await costs([cell]);
    expect([rowOutcomesOf(answer), reasonsOf(answer)[0]]).toEqual([
      ['error'],
      expect.stringContaining(`"${cell}"`),
    ]);
  },
);

test('the import applies the same rules to whole numbers with every delimiter', async () => {
  const read = async (csv: string) => (await importFile(site.admin, 'usb', csv)).data.rows[0];
  const text = 'deviceid;label;capacitygb\nUSB-1;Disk;1.024\nUSB-2;Stick;0,5\n';
  expect((await read(text)).changes.capacitygb[1]).toBe(1024);
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = [
      ['deviceid', 'label', 'capacitygb'],
      ['USB-1', 'Disk', '"1.024"'],
    ];
    const row = await read(`${rows.map((cells) => cells.join(delimiter)).join('\n')}\n`);
    expect([delimiter, row.outcome, row.reason]).toEqual([
      delimiter,
      'error',
      expect.stringContaining('1024'),
    ]);
  }
});

test('the import skips an unchanged number of an export with every decimal mark', async () => {
  const body = { deviceid: 'USB-9', label: 'Disk', capacitygb: 1.125 };
  const { usbdeviceid } = (await site.admin.post('/api/usb', body)).data;
  const csv = `usbdeviceid;deviceid;capacitygb\n${usbdeviceid};USB-9;1.125\n;USB-10;1.250,00\n`;
  for (const decimal of ['auto', 'comma', 'point']) {
    const answer = await importFile(site.admin, 'usb', csv, { decimal });
    expect([decimal, rowOutcomesOf(answer)[0]]).toEqual([decimal, 'skip']);
  }
});

test('the server returns the stored import as it was first returned', async () => {
  const answer = await costs(['1250,50']);
  expect((await site.admin.get(`/api/imports/${answer.data.importid}`)).data).toEqual(answer.data);
});
