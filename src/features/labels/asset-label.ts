import type { LabelSource, LabelText } from '../../kit/contributions.ts';
import type { Value } from '../../kit/data/reader.ts';
import type { Register } from '../../kit/resource/register.ts';
import { type LabelledAsset, labelledAsset, labelledLocation } from './queries.ts';

const joined = (...parts: unknown[]) => parts.filter(Boolean).join(' ');

function labelOf(row: LabelledAsset, named: Value, path: string): LabelText {
  const title = String(row.name ?? named ?? row.assetnumber);
  const lines = [
    title === row.assetnumber ? '' : row.assetnumber,
    named && named !== title && named !== row.assetnumber ? String(named) : '',
    joined(row.vendor, row.modelnumber) || row.assettype,
    row.serialnumber ? `S/N ${row.serialnumber}` : '',
    [row.location, row.businessunit].filter(Boolean).join(' · '),
  ];
  return { title, lines: lines.filter(Boolean), value: row.assetnumber, path };
}

/** The label of any asset. */
export const assetLabel: LabelSource = (reader, id) => {
  const row = labelledAsset.get(reader, { assetid: id });
  return row && labelOf(row, null, `/assets/${id}`);
};

/** The label of a record that extends an asset, by the record's own id. */
export function extendingLabel(register: Register): LabelSource {
  const named = register.label in register.fields ? register.label : 'NULL';
  const sql = `SELECT assetid, ${named} AS named FROM ${register.table} WHERE ${register.id} = ?`;
  return (reader, id) => {
    const own = reader.get<{ assetid: number; named: Value }>(sql, id);
    return own && labelOf(labelledAsset.get(reader, own)!, own.named, `${register.path}/${id}`);
  };
}

/** The label of a place. */
export const locationLabel: LabelSource = (reader, id) => {
  const row = labelledLocation.get(reader, { locationid: id });
  if (!row) return undefined;
  const lines = [row.within, row.description].filter((text): text is string => Boolean(text));
  return { title: row.location, lines, value: row.location, path: `/locations/${id}` };
};
