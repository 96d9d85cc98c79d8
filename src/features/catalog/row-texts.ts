import { dayOf } from '../../kit/clock.ts';
import type { Reader, Row, Value } from '../../kit/data/reader.ts';
import { formatTimeOfDay, toTimeFormat } from '../../kit/date-format.ts';
import type { RowText } from '../../kit/history-rule.ts';
import type { Host } from '../../kit/host.ts';
import type { Field } from '../../kit/resource/fields.ts';
import { readDayFormatter } from '../../kit/settings/day-formatter.ts';
import { formatStoredValue } from '../audit/index.ts';
import type { TrackedTable } from './history-rules.ts';
import { listOpenFields } from './open-fields.ts';

interface DescriberOptions {
  table: string;
  tracked: TrackedTable;
  assetid: number;
}

/**
 * Returns the function that describes the rows of a table, as its history rule declares or by the fields of
 * its register that lists show to every reader of the history.
 */
export function createRowDescriber(
  host: Host,
  reader: Reader,
  { table, tracked: { rows, owners }, assetid }: DescriberOptions,
): (row: Row) => RowText {
  const { describe } = rows!;
  if (describe) return (row) => describe(reader, row, assetid);
  const register = host.registers.findWithLedgers(table)!;
  const hidden = new Set(owners.map(({ column }) => column));
  const fields = listOpenFields(host, register).filter(
    ([name, { list = 'shown' }]) => !hidden.has(name) && list === 'shown',
  );
  const toText = createValueFormatter(host, reader);
  return (row) => {
    const texts = fields
      .map(([name, field]) => ({ ...field, name, text: toText(field, row[name] ?? null) }))
      .filter(({ text }) => text !== '');
    return {
      name: register.one,
      value: texts
        .map(({ kind, title, text }, index) =>
          index === 0 || kind === 'boolean' ? text : `${title}: ${text}`,
        )
        .join(', '),
      label: (texts.find(({ name }) => name === register.label) ?? texts[0])?.text ?? '',
    };
  };
}

/** Returns the function that formats a stored value; empty for no value and for `no`. */
function createValueFormatter(host: Host, reader: Reader): (field: Field, value: Value) => string {
  const day = readDayFormatter(host.settings);
  const timeFormat = toTimeFormat(host.settings.text('time_format'));
  return (field, value) => {
    if (value === null) return '';
    if (field.kind === 'boolean') return value ? field.title : '';
    if (field.kind === 'date') return day(String(value));
    if (field.kind === 'instant') {
      const at = new Date(String(value));
      return `${day(dayOf(at))} ${formatTimeOfDay(at, timeFormat)}`;
    }
    return formatStoredValue(host, reader, field, value) ?? [value, field.unit].filter(Boolean).join(' ');
  };
}
