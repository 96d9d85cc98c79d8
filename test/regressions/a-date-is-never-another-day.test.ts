import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, reasonsOf, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const importDate = (cell: string, fields: Record<string, string | undefined> = {}) =>
  importFile(site.admin, 'warranty', `warrantyname,enddate\nContract,"${cell}"\n`, fields);

const DAY = '2027-12-31';
const MIDNIGHTS = [
  ' 00:00:00',
  'T00:00:00',
  'T000000',
  ' 00:00',
  ' 0:00',
  'T00:00:00.000Z',
  ' 12:00:00 AM',
  '\u00a000:00:00',
];

test.each(['2027-12-31', '2027/12/31', '20271231'])(
  'the import reads %s as that day, alone and with a midnight time',
  async (cell) => {
    for (const text of [cell, ` ${cell} `, ...MIDNIGHTS.map((time) => cell + time)])
      for (const fields of [{}, { date_order: 'dmy' }, { date_order: 'mdy' }]) {
        const answer = await importDate(text, fields);
        expect([text, reasonsOf(answer), answer.data.rows[0].changes.enddate]).toEqual([
          text,
          [null],
          [null, DAY],
        ]);
      }
  },
);

const UNCLEAR = [
  '31.12.2027',
  '31/12/2027',
  '31-12-2027',
  '31. 12. 2027',
  '12/31/2027',
  '04/05/2027',
  '1.2.2027',
];
const NO_DATES = [
  '46752',
  '2027-02-30',
  '20270230',
  '2027/13/01',
  '2027-12-31 13:05',
  '31.12.27',
  '2027-12',
  '2027',
  'soon',
  '0000-01-01',
  '2027-12/31',
  '31.12/2027',
  '31 December 2027',
  '1E+05',
];

test.each([...UNCLEAR, ...NO_DATES])(
  'the import names the column and the text when %s is no clear date',
  async (cell) => {
    const answer = await importDate(cell);
    expect(rowOutcomesOf(answer)).toEqual(['error']);
    expect(reasonsOf(answer)[0]).toContain(`"${cell}"`);
    expect(reasonsOf(answer)[0]).toContain('(column enddate)');
  },
);

test('the error of a date names the day of a serial number or the required date order', async () => {
  const number = '"46752" is a spreadsheet day number, usually 2027-12-31. Enter it like 2027-12-31.';
  expect(reasonsOf(await importDate('46752'))).toEqual([`Until (column enddate): ${number}`]);
  const order = '"04/05/2027" is ambiguous. Choose the date order, day first (dmy) or month first (mdy)';
  expect(reasonsOf(await importDate('04/05/2027'))[0]).toContain(order);
});

test.each([
  ['dmy', '31.12.2027', DAY],
  ['dmy', '31/12/2027', DAY],
  ['dmy', '31-12-2027 00:00:00', DAY],
  ['dmy', '31. 12. 2027', DAY],
  ['dmy', '04/05/2027', '2027-05-04'],
  ['dmy', '1.2.2027', '2027-02-01'],
  ['mdy', '12/31/2027', DAY],
  ['mdy', '12/31/2027 12:00:00 AM', DAY],
  ['mdy', '04/05/2027', '2027-04-05'],
  ['mdy', '1-2-2027', '2027-01-02'],
])('the import reads a date in the order %s when it is %s', async (date_order, cell, day) => {
  expect((await importDate(cell, { date_order })).data.rows[0].changes.enddate).toEqual([null, day]);
});

test('the import reports an error when a date contradicts the order or the order is unknown', async () => {
  for (const [date_order, cell] of [
    ['mdy', '31.12.2027'],
    ['dmy', '12/31/2027'],
    ['dmy', '29.02.2027'],
    ['dmy', '1.2.27'],
  ])
    expect([cell, rowOutcomesOf(await importDate(cell!, { date_order: date_order! }))]).toEqual([
      cell,
      ['error'],
    ]);
  const unknown = await importDate(DAY, { date_order: 'ymd' });
  expect([unknown.status, unknown.error.details.issues[0].path]).toEqual([400, 'date_order']);
});

const importInstant = async (cell: string, fields: Record<string, string | undefined> = {}) =>
  (await importFile(site.admin, 'notifications', `notification,starttime\nStop,"${cell}"\n`, fields)).data
    .rows[0];

test.each([
  ['2027-12-31 13:05', {}, '2027-12-31T13:05:00.000Z'],
  ['2027-12-31 13:05:09', {}, '2027-12-31T13:05:09.000Z'],
  ['2027-12-31T13:05:09.250Z', {}, '2027-12-31T13:05:09.250Z'],
  ['2027-12-31 13:05:09 +01:00', {}, '2027-12-31T12:05:09.000Z'],
  ['2027/12/31 9:05', {}, '2027-12-31T09:05:00.000Z'],
  ['20271231T13:05', {}, '2027-12-31T13:05:00.000Z'],
  ['31.12.2027 13:05', { date_order: 'dmy' }, '2027-12-31T13:05:00.000Z'],
])('the import reads an instant from %s', async (cell, fields, instant) => {
  const row = await importInstant(cell, fields);
  expect([row.reason, row.changes.starttime]).toEqual([null, [null, instant]]);
});

test.each(['31.12.2027 13:05', '2027-12-31 25:05', '2027-12-31', '2027-02-30 13:05', '1:05 PM', '46752.5'])(
  'the import reports an error for the instant %s',
  async (cell) => {
    const row = await importInstant(cell);
    expect([row.outcome, row.reason]).toEqual(['error', expect.stringContaining(`"${cell}"`)]);
  },
);
