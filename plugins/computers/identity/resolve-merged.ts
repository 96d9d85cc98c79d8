import { resolveMergedAsset } from '../../../src/features/catalog/index.ts';
import type { Reader } from '../../../src/kit/data/reader.ts';

interface Row {
  assetid: number;
  isactive: number | null;
}

/**
 * Returns the record that a user merged a retired record into. Returns an active or unmerged record itself.
 */
export function resolveMerged<R extends Row>(
  reader: Reader,
  row: R,
  read: (assetid: number) => R | undefined,
): R {
  if (row.isactive === 1) return row;
  const assetid = resolveMergedAsset(reader, row.assetid);
  return assetid === row.assetid ? row : (read(assetid) ?? row);
}
