import { expect, test } from 'bun:test';
import { DATE_FORMATS, formatDay, formatTimeOfDay, toDateFormat, toTimeFormat } from './date-format.ts';
import { parseDay, parseTimeOfDay } from './parse-date.ts';

test('formatDay writes each format of a plant', () => {
  expect(DATE_FORMATS.map((format) => formatDay('2026-03-07', format))).toEqual([
    '2026-03-07',
    '07.03.2026',
    '07/03/2026',
    '03/07/2026',
    '7 Mar 2026',
  ]);
  expect(formatDay('2026-12-31T10:00:00Z', 'D MMM YYYY')).toBe('31 Dec 2026');
});

test('a format that does not exist is the default', () => {
  expect(['DD.MM.YYYY', '', 'x', undefined].map(toDateFormat)).toEqual([
    'DD.MM.YYYY',
    'YYYY-MM-DD',
    'YYYY-MM-DD',
    'YYYY-MM-DD',
  ]);
  expect(['12', '', undefined].map(toTimeFormat)).toEqual(['12', '24', '24']);
});

test('parseDay reads what formatDay writes, and ISO days in each format', () => {
  for (const format of DATE_FORMATS)
    for (const day of ['2026-01-31', '2024-02-29', '1999-12-01']) {
      expect([format, parseDay(formatDay(day, format), format)]).toEqual([format, day]);
      expect([format, parseDay(` ${day} `, format)]).toEqual([format, day]);
    }
  expect(parseDay('7/3/2026', 'DD/MM/YYYY')).toBe('2026-03-07');
  expect(parseDay('7/3/2026', 'MM/DD/YYYY')).toBe('2026-07-03');
  expect(parseDay('7 march 2026', 'D MMM YYYY')).toBe('2026-03-07');
  expect(parseDay('7. 3. 2026', 'DD.MM.YYYY')).toBe('2026-03-07');
});

test('parseDay returns null for days that do not exist and for other text', () => {
  for (const text of [
    '',
    '31.02.2026',
    '1.2',
    '1.2.26',
    '2026-13-01',
    '2026-00-10',
    'tomorrow',
    '1.2.3.2026',
  ])
    for (const format of DATE_FORMATS)
      expect([text, format, parseDay(text, format)]).toEqual([text, format, null]);
});

test('times of day are written and read with 24 and with 12 hours', () => {
  const at = (hours: number) => new Date(2026, 0, 31, hours, 5, 9);
  expect([0, 12, 14].map((hours) => formatTimeOfDay(at(hours), '24'))).toEqual([
    '00:05:09',
    '12:05:09',
    '14:05:09',
  ]);
  expect([0, 12, 14].map((hours) => formatTimeOfDay(at(hours), '12', false))).toEqual([
    '12:05 AM',
    '12:05 PM',
    '2:05 PM',
  ]);
  const read = ['14:05', '14.05', '2:05 pm', '12:05 AM', '7', '23:59:30'].map(parseTimeOfDay);
  expect(read).toEqual([
    [14, 5],
    [14, 5],
    [14, 5],
    [0, 5],
    [7, 0],
    [23, 59],
  ]);
  for (const text of ['', '24:00', '14:60', '13:00 pm', '0:30 am', 'noon'])
    expect([text, parseTimeOfDay(text)]).toEqual([text, null]);
});
