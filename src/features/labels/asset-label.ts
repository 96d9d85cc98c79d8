import type { LabelSource, LabelText } from '../../kit/contributions.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Register } from '../../kit/resource/register.ts';

const COLUMNS = `a.assetid, a.assetnumber, a.name, a.serialnumber, y.assettype, v.vendor, m.modelnumber, l.location, b.businessunit`;
const DESCRIBED = `JOIN assettypes y ON y.assettypeid = a.assettypeid
  LEFT JOIN vendors v ON v.vendorid = a.vendorid LEFT JOIN models m ON m.modelnumberid = a.modelnumberid
  LEFT JOIN locations l ON l.locationid = a.locationid LEFT JOIN businessunits b ON b.businessunitid = a.businessunitid`;

const joined = (...parts: unknown[]) => parts.filter(Boolean).join(' ');

function labelOf(row: Row, named: unknown, path: string): LabelText {
  const title = String(row.name ?? named ?? row.assetnumber);
  const lines = [
    title === row.assetnumber ? '' : String(row.assetnumber),
    named && named !== title && named !== row.assetnumber ? String(named) : '',
    joined(row.vendor, row.modelnumber) || String(row.assettype),
    row.serialnumber ? `S/N ${row.serialnumber}` : '',
    [row.location, row.businessunit].filter(Boolean).join(' · '),
  ];
  return { title, lines: lines.filter(Boolean), value: String(row.assetnumber), path };
}

/** The label of any asset. */
export const assetLabel: LabelSource = (reader: Reader, id: number) => {
  const row = reader.get<Row>(`SELECT ${COLUMNS} FROM assets a ${DESCRIBED} WHERE a.assetid = ?`, id);
  return row && labelOf(row, null, `/assets/${id}`);
};

/** The label of a record that extends an asset, by the record's own id. */
export function extendingLabel(register: Register): LabelSource {
  const named = register.label in register.fields ? `t.${register.label}` : 'NULL';
  const sql = `SELECT ${COLUMNS}, ${named} AS named FROM ${register.table} t JOIN assets a ON a.assetid = t.assetid ${DESCRIBED} WHERE t.${register.id} = ?`;
  return (reader, id) => {
    const row = reader.get<Row>(sql, id);
    return row && labelOf(row, row.named, `${register.path}/${id}`);
  };
}

/** The label of a place. */
export const locationLabel: LabelSource = (reader, id) => {
  const row = reader.get<Row>(
    'SELECT l.location, l.description, p.location AS within FROM locations l LEFT JOIN locations p ON p.locationid = l.parentlocationid WHERE l.locationid = ?',
    id,
  );
  if (!row) return undefined;
  const lines = [row.within, row.description].filter((text): text is string => Boolean(text));
  return { title: String(row.location), lines, value: String(row.location), path: `/locations/${id}` };
};
