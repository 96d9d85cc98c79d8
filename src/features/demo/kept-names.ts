import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Host } from '../../kit/host.ts';
import { type RowKey, readRow } from './kept-rows.ts';
import { type KeptRecord, MAX_KEPT_NAMES } from './schemas.ts';

/**
 * Counts and names the kept rows that have a page. The others, such as the addresses of an asset, belong to
 * them.
 */
export function listKeptRecords(
  host: Host,
  reader: Reader,
  rows: readonly RowKey[],
): { kept: number; keptrecords: KeptRecord[] } {
  const named = rows.flatMap((key): KeptRecord[] => {
    const register = host.registers.findByTable(key.tablename);
    if (!register || register.unlisted || register.asset) return [];
    const row: Row | undefined = readRow(reader, host.db.schema, key);
    if (!row) return [];
    const name = String(row[register.label] ?? `#${key.entityid}`);
    return [{ kind: register.one, name, path: `${register.path}/${key.entityid}` }];
  });
  return { kept: named.length, keptrecords: named.slice(0, MAX_KEPT_NAMES) };
}
