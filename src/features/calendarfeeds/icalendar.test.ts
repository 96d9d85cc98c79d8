import { expect, test } from 'bun:test';
import { type CalendarEvent, escapeText, foldLine, formatCalendar } from './icalendar.ts';

const EVENT: CalendarEvent = {
  uid: 'calibrations-1-abc@millwright',
  day: '2026-12-31',
  summary: 'Calibrations: Caliper',
  description: 'Due 2026-12-31.',
  category: 'Calibrations',
  location: 'Hall 1',
  url: 'https://plant.example/measuringtools/1',
};
const format = (...events: Partial<CalendarEvent>[]) =>
  formatCalendar({
    name: 'Due dates',
    at: '2026-01-31T13:05:09.123Z',
    events: events.map((event) => ({ ...EVENT, ...event })),
  });

test('a text with every special character stays one line', () => {
  expect(escapeText('a\\b;c,d\r\ne\nf\rg\u2028h\u0000\u0007i')).toBe('a\\\\b\\;c\\,d\\ne\\nf\\ng\\nhi');
  const hostile = format({ summary: 'x\r\nEND:VEVENT\r\nBEGIN:VALARM', location: '\nATTACH:file:///etc' });
  expect(hostile.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(hostile).not.toMatch(/^(BEGIN:VALARM|ATTACH)/m);
  expect(escapeText('half \ud83d here')).toBe('half \ufffd here');
});

test('a long line is folded at 75 octets and no character is cut', () => {
  for (const text of [
    'x'.repeat(300),
    'ä'.repeat(200),
    '€'.repeat(150),
    '😀'.repeat(100),
    'a😀€ä'.repeat(40),
  ]) {
    const line = `SUMMARY:${text}`;
    const lines = foldLine(line).split('\r\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const one of lines) {
      expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75);
      expect(one.isWellFormed()).toBe(true);
    }
    expect(lines.slice(1).every((one) => one.startsWith(' '))).toBe(true);
    expect(lines.map((one, n) => (n === 0 ? one : one.slice(1))).join('')).toBe(line);
  }
  expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
});

test('an event lasts the whole day, and the last day of the year ends in the next', () => {
  const lines = format({}).split('\r\n');
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  expect(lines).toContain('DTSTAMP:20260131T130509Z');
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
});

test('an event without location and address has no such lines', () => {
  expect(format({ location: null, url: undefined })).not.toMatch(/^(LOCATION|URL)/m);
});
