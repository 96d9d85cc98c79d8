import { addDays } from '../../src/kit/clock.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import { report } from '../../src/kit/report.ts';
import { integer } from '../../src/kit/resource/fields.ts';
import { consumption, lowStock, stock, takenByPerson } from './queries.ts';

/** The reports that also have a route of this plugin, by the last segment of that route. */
export const ALIASED_REPORTS = {
  stock: 'printedparts-stock',
  consumption: 'printedparts-consumption',
  'by-person': 'printedparts-by-person',
} as const;

const days = integer({
  title: 'Period',
  unit: 'days',
  default: 30,
  help: 'Number of past days. Enter 0 for all time.',
});
const MAX_DAYS = 36_500;

/**
 * Returns the instant of the midnight `requestedDays` days ago, by default 30. Returns an empty text, which
 * means all time, for 0, negative and too large numbers.
 */
function beginOf({ today }: Reader, requestedDays: number | null): string {
  const back = requestedDays ?? 30;
  if (back <= 0 || back > MAX_DAYS) return '';
  return new Date(`${addDays(today, -back)}T00:00:00`).toISOString();
}

const CODES = { itemcode: 'Item code', gagelabtag: 'Gauge lab tag', name: 'Name' };
const TAKEN_COLUMNS = { takes: 'Takes', quantitytaken: 'Pieces taken' };

function* stockRows(reader: Reader) {
  for (const row of stock.iterate(reader)) yield { ...row, lowstock: row.lowstock === 1 };
}

export const reports = [
  report({
    key: ALIASED_REPORTS.stock,
    title: 'Stock of printed parts',
    group: 'Stores',
    about:
      'Stock of each part, parts low on stock, and differences from the ledger. A difference means that the database was changed outside the appliance.',
    placeRegister: false,
    columns: {
      itemid: 'ID',
      ...CODES,
      quantityonhand: 'On hand',
      lowstockthreshold: 'Alert level',
      lowstock: 'Low stock',
      ledgerdelta: 'Ledger difference',
    },
    rows: stockRows,
  }),
  report({
    key: ALIASED_REPORTS.consumption,
    title: 'Consumption of printed parts',
    group: 'Stores',
    about: 'Number of takes and pieces of each part, most taken first.',
    placeRegister: false,
    parameters: { days },
    columns: { itemid: 'ID', ...CODES, ...TAKEN_COLUMNS },
    chart: { by: 'itemcode', count: 'quantitytaken' },
    rows: (reader, parameters) => consumption.iterate(reader, { since: beginOf(reader, parameters.days) }),
  }),
  report({
    key: ALIASED_REPORTS['by-person'],
    title: 'Printed parts by employee',
    group: 'Stores',
    about: 'Number of printed parts taken by each employee, most first.',
    placeRegister: false,
    parameters: { days },
    columns: { sso: 'Employee number', personname: 'Employee', items: 'Different parts', ...TAKEN_COLUMNS },
    rows: (reader, parameters) => takenByPerson.iterate(reader, { since: beginOf(reader, parameters.days) }),
  }),
  report({
    key: 'low-stock',
    title: 'Printed parts low on stock',
    group: 'Stores',
    about: 'Parts at or below their alert level, lowest stock first.',
    placeRegister: false,
    columns: {
      itemid: 'ID',
      ...CODES,
      quantityonhand: 'On hand',
      lowstockthreshold: 'Alert level',
      supportteam: 'Support team',
    },
    rows: (reader) => lowStock.iterate(reader),
  }),
];
