import { shortenText } from '../../kit/clean-text.ts';
import { isDay } from '../../kit/date-format.ts';
import type { Mail } from '../../kit/outbox/outbox.ts';
import type { DayFormatter } from '../../kit/settings/day-formatter.ts';
import type { ReportDocument } from './document.ts';

const MAX_CELL_WIDTH = 32;

interface MailFacts {
  site: string;
  key: string;
  title: string;
  about: string;
  /** Link to the report with its parameters; empty when the site has no address. */
  link: string;
  document: ReportDocument;
  /** Writes a day as the plant does. The attached CSV keeps `2026-01-31`. */
  formatDay: DayFormatter;
}

/**
 * Returns the mail of a report: its first rows in the text and the CSV, if there is one, as an attachment.
 */
export function mailText({
  site,
  key,
  title,
  about,
  link,
  document,
  formatDay,
}: MailFacts): Omit<Mail, 'to'> {
  const { columns, first, count, csv } = document;
  const rows = [
    columns.map((column) => column.title),
    ...first.map((row) => columns.map(({ key }) => cellText(row[key], formatDay))),
  ];
  const notes = notesOf(document);
  const foot = link ? [`Open the current report: ${link}`] : [];
  const number = count.toLocaleString('en');
  return {
    subject: `${site}: ${title}${csv === undefined ? '' : ` (${number})`}`,
    text: [title, about, '', ...textTable(rows), '', ...notes, ...foot].join('\n'),
    html: [
      `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p>`,
      htmlTable(rows),
      ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
      ...(link ? [`<p><a href="${escapeHtml(link)}">Open the current report</a></p>`] : []),
    ].join('\n'),
    ...(csv === undefined
      ? {}
      : { attachments: [{ filename: `${key}.csv`, mediatype: 'text/csv; charset=utf-8', content: csv }] }),
  };
}

function notesOf({ first, count, csv }: ReportDocument): string[] {
  if (csv === undefined)
    return ['The CSV file is larger than 10 MB and is not attached. Open the report to download it.'];
  if (count === 0) return ['The report is empty.'];
  const many = count.toLocaleString('en');
  return [
    first.length < count
      ? `The first ${first.length} of ${many} rows. The attached CSV file contains all rows.`
      : `${many} ${count === 1 ? 'row' : 'rows'}. The attached CSV file contains them, too.`,
  ];
}

/** Returns the text of a cell on one line. */
function cellText(value: unknown, formatDay: DayFormatter): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' && isDay(value)) return formatDay(value);
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(/[\p{Cc}\s]+/gu, ' ');
}

/** Returns the rows as an aligned text table. Long cells are shortened to the width of a mail. */
function textTable(rows: readonly (readonly string[])[]): string[] {
  const short = rows.map((row) => row.map((cell) => shortenText(cell, MAX_CELL_WIDTH)));
  const widths = short[0]!.map((_, at) => Math.max(...short.map((row) => row[at]!.length)));
  return short.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

function htmlTable([head, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag} align="left">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table border="1" cellpadding="4" cellspacing="0">${line(head!, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
