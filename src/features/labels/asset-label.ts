import type { LabelSource, LabelText } from '../../kit/contributions.ts';
import type { Value } from '../../kit/data/reader.ts';
import type { Register } from '../../kit/resource/register.ts';
import { type LabeledAsset, labeledAsset, labeledLocation } from './queries.ts';

const joined = (...parts: unknown[]) => parts.filter(Boolean).join(' ');

interface Own {
  /** What the record itself is called. */
  named: Value;
  /** What is scanned; the asset number where it has no tag of its own. */
  tag: Value;
  assetid: number;
}

function labelOf(row: LabeledAsset, { named, tag, assetid }: Own, path: string): LabelText {
  const title = String(row.name ?? named ?? row.assetnumber);
  const lines = [
    title === row.assetnumber ? '' : row.assetnumber,
    named && named !== title && named !== row.assetnumber ? String(named) : '',
    joined(row.vendor, row.modelnumber) || row.assettype,
    row.serialnumber ? `S/N ${row.serialnumber}` : '',
    [row.location, row.businessunit].filter(Boolean).join(' · '),
  ];
  const number = row.assetnumber;
  return { title, lines: lines.filter(Boolean), number, value: String(tag ?? number), path, assetid };
}

/** The label of any asset. */
export const assetLabel: LabelSource = (reader, assetid) => {
  const row = labeledAsset.get(reader, { assetid });
  return row && labelOf(row, { named: null, tag: null, assetid }, `/assets/${assetid}`);
};

/** The label of a record that extends an asset, by the record's own id. */
export function extendingLabel(register: Register): LabelSource {
  const named = register.label in register.fields ? register.label : 'NULL';
  const tag = register.asset?.numberedBy ?? 'NULL';
  const sql = `SELECT assetid, ${named} AS named, ${tag} AS tag FROM ${register.table} WHERE ${register.id} = ?`;
  return (reader, id) => {
    const own = reader.get<Own>(sql, id);
    return own && labelOf(labeledAsset.get(reader, own)!, own, `${register.path}/${id}`);
  };
}

/** The label of a place. */
export const locationLabel: LabelSource = (reader, id) => {
  const row = labeledLocation.get(reader, { locationid: id });
  if (!row) return undefined;
  const lines = [row.within, row.description].filter((text): text is string => Boolean(text));
  return { title: row.location, lines, value: row.location, path: `/locations/${id}` };
};
