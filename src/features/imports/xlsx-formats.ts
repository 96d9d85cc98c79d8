import type { TimeSlice } from '../../kit/time-slice.ts';
import { decodeText, readAllXml, type XmlHandlers } from './xlsx-xml.ts';

/** Writes a number of a cell as the text that a person sees. */
export type NumberFormat = (value: number) => string;

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Number of days between the two calendars of workbooks. */
const DAYS_TO_1904 = 1462;

const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: 'h:mm:ss',
  47: 'mm:ss',
};
/** The built-in formats of dates, which depend on the language. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Reads the formats of the cell styles, by the index of the style. */
export async function readFormats(
  styles: AsyncIterable<string> | undefined,
  is1904: boolean,
  turn: TimeSlice,
): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids = await readAllXml(styles, createStyleHandlers(codes), turn);
  return ids.map((id) =>
    formatOf(codes.get(id) ?? BUILT_IN[id] ?? (isBuiltInDate(id) ? 'yyyy-mm-dd' : 'General'), is1904),
  );
}

/** Creates the handlers that return the format of each cell style, and add the custom formats to `codes`. */
function createStyleHandlers(codes: Map<number, string>): XmlHandlers<number> {
  let isCellStyle = false;
  return {
    open(name, attributes) {
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes();
        codes.set(Number(numFmtId), decodeText(formatCode));
      }
      return name === 'xf' && isCellStyle ? Number(attributes().numFmtId ?? 0) : undefined;
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
      return undefined;
    },
  };
}

function formatOf(code: string, is1904: boolean): NumberFormat {
  const [section = ''] = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').split(';');
  if (/general|@/i.test(section) || section === '') return plainText;
  if (/[ymdhs]/i.test(section))
    return (value) =>
      dateText(is1904 ? value + DAYS_TO_1904 : value, /[yd]/i.test(section), /[hs]/i.test(section));
  const decimals = /\.([0#?]*)/.exec(section)?.[1]?.replace(/[^0]/g, '').length ?? 0;
  const isOptional = /\.[0#?]*[#?]/.test(section);
  if (section.includes('%')) return (value) => `${plainText(value * 100)}%`;
  const digits = /^0+$/.test(section.trim()) ? section.trim().length : 0;
  if (isOptional || /e/i.test(section)) return plainText;
  return (value) => {
    const [whole = '', ...rest] = value.toFixed(decimals).split('.');
    return [whole.padStart(digits, '0'), ...rest].join('.');
  };
}

/** Writes a number with the 15 digits that spreadsheets have, never with an exponent. */
export function plainText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e')
    ? rounded.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
    : text;
}

function dateText(serial: number, hasDay: boolean, hasTime: boolean): string {
  const instant = new Date(EPOCH + Math.round((serial * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(instant.getTime())) return plainText(serial);
  const [day = '', time = ''] = instant.toISOString().slice(0, 19).split('T');
  if (!hasDay) return time;
  return hasTime && time !== '00:00:00' ? `${day} ${time}` : day;
}
