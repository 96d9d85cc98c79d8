import { addDays } from '../../kit/clock.ts';

const MAX_LINE_OCTETS = 75;

/** An all-day event. */
export interface CalendarEvent {
  /** Identifies the event for good, so that calendars move it instead of adding another one. */
  uid: string;
  /** The day: `2026-01-31`. */
  day: string;
  summary: string;
  description: string;
  category: string;
  location: string | null;
  /** The absolute address of the item; undefined without one. */
  url: string | undefined;
}

export interface CalendarOptions {
  name: string;
  /** The instant of the calendar: `2026-01-31T13:05:09.123Z`. */
  at: string;
  events: Iterable<CalendarEvent>;
}

/** Returns a calendar in the format of RFC 5545. */
export function formatCalendar({ name, at, events }: CalendarOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Millwright//Due dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ];
  const stamp = at.replace(/\.\d+Z$/, 'Z').replace(/[-:]/g, '');
  for (const event of events) lines.push(...formatEvent(event, stamp));
  lines.push('END:VCALENDAR');
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function formatEvent(event: CalendarEvent, stamp: string): string[] {
  const { uid, day, summary, description, category, location, url } = event;
  const toDate = (value: string) => value.replaceAll('-', '');
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${toDate(day)}`,
    // The end of an all-day event is the day after it.
    `DTEND;VALUE=DATE:${toDate(addDays(day, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `CATEGORIES:${escapeText(category)}`,
    ...(location === null ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/**
 * Escapes a text value. Line breaks of all kinds become `\n`; other control characters are removed, because
 * the format does not allow them.
 */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replace(/[\p{Cc}]/gu, '');

/**
 * Folds a line after at most 75 octets. A continuation line starts with a space, and no UTF-8 character is cut.
 */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_OCTETS) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character.codePointAt(0)!);
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** Returns the number of octets of a character in UTF-8. */
const countOctets = (codepoint: number): number =>
  codepoint < 0x80 ? 1 : codepoint < 0x800 ? 2 : codepoint < 0x10000 ? 3 : 4;
