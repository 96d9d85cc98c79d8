import type { LabelSource, LabelText } from '../../kit/contributions.ts';
import type { Value } from '../../kit/data/reader.ts';
import type { Register } from '../../kit/resource/register.ts';
import { type LabeledAsset, labeledAsset, labeledLocation } from './queries.ts';

const joinTexts = (...parts: unknown[]) => parts.filter(Boolean).join(' ');

interface LabeledRecord {
  /** Name of the record that extends the asset; null without one. */
  named: Value;
  /** Value of the code; null without a tag of its own. The code then contains the asset number. */
  tag: Value;
  assetid: number;
}

function labelOf(row: LabeledAsset, { named, tag, assetid }: LabeledRecord, path: string): LabelText {
  const title = String(row.name ?? named ?? row.assetnumber);
  const lines = [
    title === row.assetnumber ? '' : row.assetnumber,
    named && named !== title && named !== row.assetnumber ? String(named) : '',
    joinTexts(row.vendor, row.modelnumber) || row.assettype,
    row.serialnumber ? `S/N ${row.serialnumber}` : '',
    [row.location, row.businessunit].filter(Boolean).join(' · '),
  ];
  const number = row.assetnumber;
  const { assettypeid } = row;
  const value = String(tag ?? number);
  return { title, lines: lines.filter(Boolean), number, value, path, assetid, assettypeid };
}

/** Returns the label of any asset. */
export const assetLabel: LabelSource = (reader, assetid) => {
  const row = labeledAsset.get(reader, { assetid });
  return row && labelOf(row, { named: null, tag: null, assetid }, `/assets/${assetid}`);
};

/** Returns the label source of a register that extends assets. IDs are those of its records. */
export function extendingLabel(register: Register): LabelSource {
  const named = register.label in register.fields ? register.label : 'NULL';
  const tag = register.asset?.numberedBy ?? 'NULL';
  const sql = `SELECT assetid, ${named} AS named, ${tag} AS tag FROM ${register.table} WHERE ${register.id} = ?`;
  return (reader, id) => {
    const own = reader.get<LabeledRecord>(sql, id);
    return own && labelOf(labeledAsset.get(reader, own)!, own, `${register.path}/${id}`);
  };
}

export const locationLabel: LabelSource = (reader, id) => {
  const row = labeledLocation.get(reader, { locationid: id });
  if (!row) return undefined;
  const lines = [row.within, row.description].filter((text): text is string => Boolean(text));
  return { title: row.location, lines, value: row.location, path: `/locations/${id}` };
};
