import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Reader } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import type { Paging } from '../../kit/http/paging.ts';
import type { Register } from '../../kit/resource/register.ts';
import { findUndoableRows } from '../audit/index.ts';
import { historyCount, historyPage } from './queries.ts';
import type { AssetChange } from './tables.ts';

export const historyRecord = z
  .object({
    historyid: z.int(),
    assetid: z.int(),
    action: z.string(),
    field: z.string(),
    subject: z.string().nullable().meta({ description: 'Display name of the added or removed item.' }),
    old: z.any(),
    new: z.any(),
    oldtext: z.string().nullable(),
    newtext: z.string().nullable(),
    userid: z.int().nullable(),
    username: z.string(),
    actorkind: z.string(),
    createddate: z.iso.datetime(),
    auditlogid: z.int().nullable(),
    undoable: z.boolean().meta({ description: 'Whether the caller can undo the change.' }),
  })
  .meta({ id: 'HistoryRow' });
export type HistoryRow = z.output<typeof historyRecord>;

/**
 * Returns a page of the history of an asset, newest first, and the total. For display, it adds the current
 * names of the records that the old and the new value refer to; null when a record was deleted. `undoable`
 * reports whether the caller may undo the change.
 */
export function listAssetHistory(host: Host, actor: Actor, assetid: number, paging: Paging) {
  return host.db.read((reader) => {
    const total = historyCount.get(reader, { assetid })!.n;
    const rows = historyPage.all(reader, { assetid, limit: paging.perpage, offset: paging.offset });
    const undoable = findUndoableRows(
      reader,
      actor,
      rows.flatMap(({ auditlogid }) => auditlogid ?? []),
    );
    const entries = rows.map((row) => ({
      ...toReadableChange(host, reader, row),
      undoable: row.auditlogid !== null && undoable.has(row.auditlogid),
    }));
    return { total, rows: entries };
  });
}

function toReadableChange(host: Host, reader: Reader, { tablename, ...row }: AssetChange) {
  const [before, after] = [row.old, row.new].map((text) => (text === null ? null : JSON.parse(text)));
  const target = targetOf(host, tablename, row.field);
  const name = (value: unknown) =>
    target && typeof value === 'number' ? nameOf(reader, target, value) : null;
  const subject = row.action === 'updated' ? null : (host.registers.recordNameOf(row.field) ?? null);
  return { ...row, subject, old: before, new: after, oldtext: name(before), newtext: name(after) };
}

/**
 * Returns the register that an ID in this field refers to. Old rows lack the table name; for them all
 * registers with such a field must refer to the same one.
 */
function targetOf(host: Host, tablename: string | null, field: string): Register | undefined {
  const registerNames = host.registers
    .all()
    .filter(({ table, fields }) => fields[field]?.ref && (tablename === null || table === tablename))
    .map(({ fields }) => fields[field]!.ref!.register);
  return new Set(registerNames).size === 1 ? host.registers.get(registerNames[0]!) : undefined;
}

const nameOf = (reader: Reader, { table, id, label }: Register, value: number): string | null =>
  reader.value<string>(`SELECT ${label} FROM ${table} WHERE ${id} = ?`, value) ?? null;
