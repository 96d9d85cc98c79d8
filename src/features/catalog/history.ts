import { z } from 'zod';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import type { Paging } from '../../kit/http/paging.ts';
import { historyCount, historyPage } from './queries.ts';
import type { AssetChange } from './tables.ts';

export const historyRecord = z
  .object({
    historyid: z.int(),
    assetid: z.int(),
    action: z.string(),
    field: z.string(),
    old: z.any(),
    new: z.any(),
    oldtext: z.string().nullable(),
    newtext: z.string().nullable(),
    userid: z.int().nullable(),
    username: z.string(),
    actorkind: z.string(),
    createddate: z.iso.datetime(),
    auditlogid: z.int().nullable(),
  })
  .meta({ id: 'HistoryRow' });
export type HistoryRow = z.output<typeof historyRecord>;

/** The asset's history, newest first. References also carry the names they had or have, for people. */
export function assetHistory(host: Host, assetid: number, paging: Paging) {
  return host.db.read((reader) => {
    const total = historyCount.get(reader, { assetid })!.n;
    const rows = historyPage.all(reader, { assetid, limit: paging.perpage, offset: paging.offset });
    return { total, rows: rows.map((row) => readable(host, reader, row)) };
  });
}

function readable(host: Host, reader: Reader, row: AssetChange) {
  const [before, after] = [row.old, row.new].map((text) => (text === null ? null : JSON.parse(text)));
  const name = (value: unknown) => nameOf(host, reader, row.field, value);
  return { ...row, old: before, new: after, oldtext: name(before), newtext: name(after) };
}

function nameOf(host: Host, reader: Reader, field: string, value: unknown): string | null {
  if (typeof value !== 'number') return null;
  for (const register of host.registers.all()) {
    const target = register.fields[field]?.ref?.register;
    if (!target) continue;
    const { table, id, label } = host.registers.get(target);
    return reader.value<string>(`SELECT ${label} FROM ${table} WHERE ${id} = ?`, value) ?? null;
  }
  return null;
}
